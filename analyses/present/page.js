// Tables sort by a click or a key press on a head, numbers as numbers; what is folded opens for the printer.
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

let folded = [];
addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll("details:not([open])")];
  folded.forEach((each) => { each.open = true; });
});
addEventListener("afterprint", () => folded.forEach((each) => { each.open = false; }));
