// Trades on a price series: arrows where they begin, dots where they end, a line for the one at hand.
"use strict";

const MANY = 200; // trades in view beyond which only entries are marked
const TOO_MANY = 600; // and beyond which none: they would hide the price

class TradeMarks {
  // `series` is the price; `trail` a line series of the same pane; `data` as series.json has it.
  constructor(chart, series, trail, data) {
    this.chart = chart;
    this.trail = trail;
    this.data = data;
    this.hot = null;
    this.markers = LightweightCharts.createSeriesMarkers(series, []);
  }

  colour(i) {
    return chartTheme.color(this.data.trades.pnl[i] > 0 ? "--good" : "--bad");
  }

  // Entries as arrows, exits as dots; with very many in view the entries alone, then none.
  draw() {
    const { trades, time } = this.data;
    const range = this.chart.timeScale().getVisibleLogicalRange();
    const first = time[Math.max(0, Math.floor(range?.from ?? 0))] ?? time.at(-1);
    const last = time[Math.min(time.length - 1, Math.ceil(range?.to ?? time.length))] ?? time.at(-1);
    const seen = trades.number.map((_, i) => i).filter((i) => trades.exit[i] >= first && trades.entry[i] <= last);
    const shown = seen.length > TOO_MANY ? seen.filter((i) => i === this.hot) : seen;
    const marks = shown.flatMap((i) => this.marksOf(i, seen.length > MANY));
    this.onDrawn?.(shown.length < seen.length ? seen.length : 0);
    this.markers.setMarkers(marks.sort((a, b) => a.time - b.time));
  }

  marksOf(i, crowded) {
    const { trades } = this.data;
    const long = trades.side[i] === "long";
    const hot = this.hot === i;
    const color = this.colour(i);
    const size = hot ? 2 : crowded ? 0.4 : 0.9;
    const entry = {
      time: this.snapped(trades.entry[i]), shape: long ? "arrowUp" : "arrowDown",
      position: long ? "belowBar" : "aboveBar", color, size,
      text: hot ? `№ ${trades.number[i]}` : "",
    };
    if (crowded && !hot) return [entry];
    const exit = {
      time: this.snapped(trades.exit[i]), shape: "circle", position: long ? "aboveBar" : "belowBar", color,
      size: size * 0.8, text: hot ? chartTheme.percent(trades.return[i]) : "",
    };
    return [entry, exit];
  }

  // The point drawn at or after a time: of a thinned series not every bar is.
  snapped(time) {
    return this.data.time[this.indexOf(time)];
  }

  indexOf(time) {
    let [low, high] = [0, this.data.time.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.data.time[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // The trade open at a time, the last one entered of several; null for none.
  at(time) {
    const { trades } = this.data;
    for (let i = trades.number.length - 1; i >= 0; i--) {
      if (trades.entry[i] <= time && time <= trades.exit[i]) return i;
    }
    return null;
  }

  // Make one trade stand out, or none.
  single(i) {
    if (this.hot === i) return;
    this.hot = i;
    this.trail.setData(i === null ? [] : this.ends(i));
    if (i !== null) this.trail.applyOptions({ color: this.colour(i) });
    this.draw();
  }

  ends(i) {
    const { trades } = this.data;
    const [from, to] = [this.snapped(trades.entry[i]), this.snapped(trades.exit[i])];
    const begin = { time: from, value: trades.entry_price[i] };
    return to > from ? [begin, { time: to, value: trades.exit_price[i] }] : [begin];
  }
}
