// What the price chart draws behind its candles, in the colours of the stylesheet.
"use strict";

// A colour of the stylesheet as the browser resolves it, for light or dark.
function colour(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function faint(name, share) {
  return colour(name).replace(/^rgb\((.*)\)$/, `rgba($1, ${share})`);
}

// Slanting lines: the sealed part is told from an empty chart in every theme.
function hatch(context, left, right, height, ratio) {
  context.save();
  context.beginPath();
  context.rect(left, 0, right - left, height);
  context.clip();
  context.strokeStyle = "rgb(255 255 255 / 12%)";
  context.lineWidth = ratio;
  context.beginPath();
  for (let x = left - height; x < right; x += 9 * ratio) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.restore();
}

// Bands behind the candles: validation faint, the sealed holdout dark, each with its name.
class Bands {
  constructor(chart, bands, named) {
    this.chart = chart;
    this.bands = bands;
    this.named = named;
    this.views = [{ zOrder: () => "bottom", renderer: () => ({ draw: (target) => this.draw(target) }) }];
  }
  paneViews() { return this.views; }
  draw(target) {
    const scale = this.chart.timeScale();
    target.useBitmapCoordinateSpace((scope) => {
      const { context, horizontalPixelRatio: ratio, bitmapSize } = scope;
      for (const band of this.bands) {
        const [from, to] = [band.from, band.to].map((time) => scale.timeToCoordinate(time));
        if (from === null || to === null) continue;
        const half = (scale.options().barSpacing * ratio) / 2;
        const left = Math.max(0, from * ratio - half);
        const right = Math.min(bitmapSize.width, to * ratio + half);
        if (right <= left) continue;
        context.fillStyle = band.fill;
        context.fillRect(left, 0, right - left, bitmapSize.height);
        if (band.hatched) hatch(context, left, right, bitmapSize.height, ratio);
        if (!this.named) continue;
        context.font = `${12 * ratio}px system-ui, sans-serif`;
        if (context.measureText(band.label).width + 12 * ratio > right - left) continue;
        context.fillStyle = band.ink;
        context.textAlign = "center";
        context.fillText(band.label, (left + right) / 2, 20 * ratio);
      }
    });
  }
}

// So many times as the holdout has candles, evenly apart: its own are not told.
function sealedTimes(sealed, every) {
  const count = Math.max(2, Math.ceil(sealed.bars / every));
  const step = (sealed.to - sealed.from) / (count - 1);
  return Array.from({ length: count }, (_, i) => Math.round(sealed.from + i * step));
}
