// A game is shown position by position: by the slider, by keys, by its log, or by itself.
"use strict";
const SVG = "http://www.w3.org/2000/svg";
const MARKS = [ // the form of each seat's pieces, in a circle of radius 1
  null,
  [-0.88, -0.88, 0.88, -0.88, 0.88, 0.88, -0.88, 0.88],
  [0, -1.5, 1.4, 0.9, -1.4, 0.9],
  [0, -1.4, 1.4, 0, 0, 1.4, -1.4, 0],
  [0, -1.1, 1.1, -0.3, 0.7, 0.95, -0.7, 0.95, -1.1, -0.3],
  [-0.55, -1, 0.55, -1, 1.1, 0, 0.55, 1, -0.55, 1, -1.1, 0],
];
const PIECE = 10; // its radius
const LONG = 10; // letters of a value that stands in a column
const PAUSE = 700; // milliseconds from decision to decision
const game = JSON.parse(document.getElementById("game").textContent);
const isPage = location.protocol !== "about:"; // not a frame of a notebook, which has no address
const last = game.frames.length - 1;
const parts = Object.fromEntries([...document.querySelectorAll("[id]")].map((each) => [each.id, each]));
const links = new Map([...document.querySelectorAll("[data-step]")].map((each) => [Number(each.dataset.step), each]));
let at = -1, running = 0, noting = 0;

function make(tag, values, ...inside) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(values)) found.setAttribute(name, value);
  found.append(...inside);
  return found;
}

function element(tag, words, kind) {
  const found = document.createElement(tag);
  found.append(...[words].flat());
  if (kind) found.className = kind;
  return found;
}

function kindOf(shape) {
  const owned = shape.owner === undefined ? "" : ` owned ${game.colours[shape.owner]}`;
  return `${shape.role}${owned}`;
}

function mark(owner, size, words = "") {
  const form = owner === undefined ? null : MARKS[owner % MARKS.length];
  if (form === null) return make("circle", { r: size });
  if (words.length > 1 && form.length !== 8) size *= 1.15; // the number fits
  return make("polygon", { points: form.map((number) => number * size).join(" ") });
}

function arrow([x, y, endX, endY]) {
  const turn = (Math.atan2(endY - y, endX - x) * 180) / Math.PI;
  return make("polygon", { points: "0 0 -10 -5 -10 5", transform: `translate(${endX} ${endY}) rotate(${turn})` });
}

const DRAW = {
  circle: (it) => make("circle", { cx: it.x, cy: it.y, r: it.radius }),
  polygon: (it) => make("polygon", { points: it.points.join(" ") }),
  line: (it) => {
    const course = make("polyline", { points: it.points.join(" ") });
    return it.role.startsWith("way") ? make("g", {}, course, arrow(it.points.slice(-4))) : course;
  },
  text: (it) => {
    const size = it.size ?? 10;
    const values = { x: it.x, y: it.y + size / 3, "font-size": size, "text-anchor": it.anchor ?? "middle" };
    return make("text", values, it.words);
  },
  piece: (it) => {
    const size = it.size ?? PIECE, words = it.words ?? "";
    const lower = it.owner === 2 ? 0.15 : 0;
    const values = { y: size * (0.38 + lower), "font-size": size * (words.length > 2 ? 0.85 : 1.1), "text-anchor": "middle" };
    return make("g", { transform: `translate(${it.x} ${it.y})` }, mark(it.owner, size, words), make("text", values, words));
  },
};

function draw(shape) {
  const found = DRAW[shape.shape](shape);
  found.setAttribute("class", `${shape.shape} ${kindOf(shape)}`);
  if (shape.about) found.prepend(make("title", {}, shape.about));
  return found;
}

function addPanel(panel) {
  const layers = ["board", "traces", "pieces"].map((name) => make("g", { class: name }));
  layers[0].append(...panel.shapes.map(draw));
  const values = { viewBox: `-4 -4 ${panel.width + 8} ${panel.height + 8}`, role: "img", "aria-label": panel.title };
  const style = `max-width: ${1.5 * panel.width}px; min-width: ${0.75 * panel.width}px`;
  const wide = element("div", make("svg", { ...values, style }, ...layers), "scroll");
  const figure = element("figure", [element("figcaption", panel.title), wide]);
  figure.style.flex = `${panel.width} 1 ${0.75 * panel.width}px`;
  parts.board.append(figure);
  return { traces: layers[1], pieces: layers[2] };
}

function addCurve() {
  const width = 600, height = 170, values = game.frames.flatMap((frame) => frame.standings);
  const low = Math.min(0, ...values), high = Math.max(low + 1e-9, ...values);
  const x = (step) => 4 + (step / Math.max(1, last)) * (width - 8);
  const y = (value) => height - 14 - ((value - low) / (high - low)) * (height - 28);
  const svg = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Standings, ${game.unit}` });
  game.frames.forEach((frame, step) => {
    if (step === 0 || frame.round === game.frames[step - 1].round) return;
    svg.append(make("line", { class: "tick", x1: x(step), x2: x(step), y1: height - 10, y2: height - 14 }));
    if (frame.round % 5 === 0) {
      svg.append(make("text", { class: "faint", x: x(step), y: height - 1, "font-size": 10, "text-anchor": "middle" }, frame.round));
    }
  });
  game.players.forEach((name, seat) => {
    const points = game.frames.map((frame, step) => `${x(step).toFixed(1)},${y(frame.standings[seat]).toFixed(1)}`);
    svg.append(make("polyline", { class: `course ${game.colours[seat]}`, points: points.join(" ") }, make("title", {}, name)));
  });
  const dots = game.players.map((name, seat) => make("g", { class: `piece owned ${game.colours[seat]}` }, mark(seat, 6)));
  const rule = make("line", { class: "cursor", y1: 8, y2: height - 14 });
  svg.append(rule, ...dots);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round((((event.clientX - box.left) / box.width) * width - 4) / (width - 8) * last));
  });
  parts.curve.append(element("figure", [element("figcaption", `Standings (${game.unit}) over the rounds`), svg]));
  return (step) => {
    rule.setAttribute("x1", x(step));
    rule.setAttribute("x2", x(step));
    dots.forEach((dot, seat) => {
      dot.setAttribute("transform", `translate(${x(step)} ${y(game.frames[step].standings[seat])})`);
    });
  };
}

const panels = game.panels.map(addPanel);
const cursor = game.frames[0].standings.length ? addCurve() : () => {};
const long = game.columns.map((_, place) => place).filter(isLong);

function showPanels(frame) {
  const pieces = game.pictures[frame.pieces], traces = game.pictures[frame.traces];
  panels.forEach((panel, place) => {
    panel.pieces.replaceChildren(...pieces[place].map((each) => draw(game.shapes[each])));
    panel.traces.replaceChildren(...traces[place].map((each) => draw(game.shapes[each])));
  });
}

function badge(seat) {
  const inside = make("g", { class: `piece owned ${game.colours[seat]}` }, mark(seat, 8));
  return make("svg", { class: "badge", viewBox: "-12 -12 24 24", "aria-hidden": "true" }, inside);
}

function isLong(place) { // a column of words, which get a line of their own
  return place > 0 && game.frames.some((frame) => frame.rows.some((row) => String(game.rows[row][place]).length > LONG));
}

function showPlayers(frame) {
  if (!frame.rows.length) {
    parts.players.replaceChildren(element("pre", game.rows[frame.lines].join("\n")));
    return;
  }
  const kinds = game.rows[frame.rows[0]].map((value) => typeof value);
  const short = game.columns.map((_, place) => place).filter((place) => !long.includes(place));
  const head = element("tr", short.map((place) => element("th", game.columns[place], kinds[place])));
  const rows = frame.rows.flatMap((number, seat) => {
    const row = game.rows[number];
    const title = element("th", [badge(seat), row[0]]);
    title.scope = "row";
    const cells = short.slice(1).map((place) => element("td", String(row[place]), kinds[place]));
    const first = element("tr", [title, ...cells], `${seat === frame.actor ? "actor" : ""} ${long.length ? "parted" : ""}`);
    if (!long.length) return [first];
    const words = element("td", long.flatMap((place) => [element("b", game.columns[place]), ` ${row[place]}. `]));
    words.colSpan = short.length;
    return [first, element("tr", words, "more")];
  });
  const table = element("table", [element("thead", head), element("tbody", rows)]);
  parts.players.replaceChildren(element("div", table, "scroll"));
}

function showConsidered(frame) {
  const list = parts.considered.querySelector("ol"), count = frame.considered.length;
  parts.considered.hidden = count === 0;
  const all = count === frame.options ? `The ${count} options considered` : `${count} of ${frame.options} options considered`;
  parts.considered.querySelector("summary").textContent = all;
  list.replaceChildren(...frame.considered.map(([score, words, taken, value]) => {
    const item = element("li", [element("b", score === null ? "−∞" : score.toPrecision(4)), ` ${words}`], taken ? "taken" : "");
    if (taken) item.prepend("▸ ");
    if (value !== null) item.append(element("small", ` (searched: ${(100 * value).toFixed(1)}% of the win)`));
    return item;
  }));
}

function showLine(step) {
  document.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const link = links.get(step), lines = document.querySelector("#log .lines");
  parts.now.textContent = link ? link.textContent : "The position before the first decision";
  if (!link) return;
  link.setAttribute("aria-current", "step");
  lines.scrollTop = link.offsetTop - lines.offsetTop - lines.clientHeight / 2;
}

function go(step) {
  const next = Math.max(0, Math.min(last, step));
  if (next === at) return;
  at = next;
  const frame = game.frames[at];
  showPanels(frame);
  showPlayers(frame);
  showConsidered(frame);
  showLine(at);
  cursor(at);
  parts.slider.value = at;
  const name = frame.decision === null ? `step ${at}` : `decision ${frame.decision}`;
  parts.where.textContent = `round ${frame.round}, ${name}`;
  if (parts.number) parts.number.textContent = frame.decision ?? 1;
  document.body.dataset.step = at;
  clearTimeout(noting); // browsers count how often an address changes
  noting = setTimeout(() => isPage && history.replaceState(null, "", `#step=${at}`), 400);
}

function goRound(way) {
  let step = at + way;
  while (step > 0 && step < last && game.frames[step].round === game.frames[step - 1].round) step += way;
  go(step);
}

function run() {
  clearInterval(running);
  running = running ? 0 : setInterval(() => (at < last ? go(at + 1) : run()), PAUSE);
  parts.run.setAttribute("aria-pressed", String(running !== 0));
}

function goToHash() {
  const [, kind, number] = location.hash.match(/^#(step|decision)=(\d+)$/) ?? [];
  const step = kind === "decision" ? game.frames.findIndex((frame) => frame.decision === Number(number)) : Number(number ?? 0);
  go(Math.max(0, step));
}

const KEYS = {
  ArrowLeft: () => go(at - 1),
  ArrowRight: () => go(at + 1),
  PageUp: () => goRound(-1),
  PageDown: () => goRound(1),
  Home: () => go(0),
  End: () => go(last),
  " ": run,
};
addEventListener("keydown", (event) => {
  const pressed = event.target.closest("button, summary, a") && event.key === " ";
  if (!(event.key in KEYS) || pressed || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  KEYS[event.key]();
});
parts.first.addEventListener("click", () => go(0));
parts.back.addEventListener("click", () => go(at - 1));
parts.run.addEventListener("click", run);
parts.on.addEventListener("click", () => go(at + 1));
parts.last.addEventListener("click", () => go(last));
parts.slider.addEventListener("input", () => go(Number(parts.slider.value)));
parts.log.addEventListener("click", (event) => {
  const link = event.target.closest("[data-step]");
  if (!link) return;
  event.preventDefault();
  go(Number(link.dataset.step));
});
addEventListener("hashchange", goToHash);
addEventListener("beforeprint", () => go(last));
goToHash();
