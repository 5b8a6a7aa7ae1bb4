// Tables sort by a click or a key press on a head, numbers as numbers; chapters open for a link into them.
"use strict";
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    if (!head.textContent) return;
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort by this column";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(table, heads, place));
  });
}

function sort(table, heads, place) {
  const before = heads[place].getAttribute("aria-sort");
  const up = before ? before === "descending" : !heads[place].classList.contains("number");
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[place].setAttribute("aria-sort", up ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows];
  rows.sort((one, two) => compare(one.cells[place], two.cells[place], up ? 1 : -1));
  table.tBodies[0].append(...rows);
}

function compare(one, two, sign) {
  if (!one.textContent || !two.textContent) return !one.textContent - !two.textContent;
  const numbers = [one, two].map((cell) => Number(cell.dataset.value ?? NaN));
  if (!numbers.some(Number.isNaN)) return sign * (numbers[0] - numbers[1]);
  return sign * one.textContent.localeCompare(two.textContent, "en", { numeric: true });
}

function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chapter = target && target.closest("details.chapter");
  if (!chapter || chapter.open) return;
  chapter.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();
