// The chart of the iterations, and what a person has opened stays open when parts are renewed.
"use strict";

// A colour pair of the stylesheet, as the theme now has it: a canvas knows no light-dark().
function painted(name) {
  const probe = document.createElement("i");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

let plot = null;

function options(data, box) {
  const ink = painted("--soft");
  const line = painted("--line");
  const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
  const shown = (digits) => (_, values) => values.map((v) => v.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits }));
  const whole = data.iterations.length;
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    legend: { show: false },
    cursor: { drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [0.5, whole + 0.5] },
      score: { range: [0, 1.05] },
      sharpe: { range: (_, low, high) => (low === null ? [0, 1] : [Math.min(0, low) - 0.1, Math.max(1, high) + 0.1]) },
    },
    axes: [
      { ...axis, incrs: [1, 2, 5, 10, 20], values: shown(0), label: data.words.iteration, labelSize: 20 },
      { ...axis, scale: "score", values: shown(2), label: data.words.score, labelSize: 20 },
      { ...axis, scale: "sharpe", side: 1, grid: { show: false }, values: shown(2), label: data.words.sharpe, labelSize: 20 },
    ],
    series: [
      {},
      { scale: "score", stroke: painted("--accent"), width: 2.5, points: { show: true, size: 7 } },
      { scale: "sharpe", stroke: painted("--info"), width: 2.5, dash: [8, 5], points: { show: true, size: 7 } },
      { scale: "score", stroke: ink, width: 1.5, dash: [2, 4], points: { show: false } },
    ],
  };
}

function draw() {
  const box = document.getElementById("chart");
  if (plot) plot.destroy();
  plot = null;
  if (!box || !box.clientWidth || typeof uPlot === "undefined") return;
  const data = JSON.parse(box.dataset.chart);
  box.classList.add("drawn");
  const pass = data.iterations.map(() => data.pass);
  plot = new uPlot(options(data, box), [data.iterations, data.scores, data.sharpes, pass], box);
}

// What is open, by id: kept while parts are renewed, and over the page's own reload at the end.
const opened = new Set([...document.querySelectorAll("details[id][open]")].map((one) => one.id));
const KEPT = `open ${location.pathname}`;

document.addEventListener("toggle", ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || !target.id || !target.isConnected) return;
  if (target.open) opened.add(target.id);
  else opened.delete(target.id);
  if (target.open && target.querySelector("#chart")) draw(); // hidden, it had no width
}, true);

function reopen() {
  for (const id of opened) {
    const found = document.getElementById(id);
    if (found) found.open = true;
  }
}

for (const done of ["htmx:afterSwap", "htmx:oobAfterSwap"]) document.addEventListener(done, reopen);
document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
  if (detail.target.id === "rounds") draw();
});

addEventListener("pagehide", () => sessionStorage.setItem(KEPT, JSON.stringify([...opened])));
const [way] = performance.getEntriesByType("navigation");
if (way && way.type === "reload") {
  for (const id of JSON.parse(sessionStorage.getItem(KEPT) || "[]")) opened.add(id);
  reopen();
}

draw();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
let waiting = 0;
addEventListener("resize", () => {
  clearTimeout(waiting);
  waiting = setTimeout(draw, 150);
});
