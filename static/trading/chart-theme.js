// What charts share: the page's colours as they are now, and numbers and dates as the reader writes them.
"use strict";

const chartTheme = (() => {
  const probe = document.createElement("span");
  probe.hidden = true;
  document.documentElement.append(probe);
  const language = document.documentElement.lang || "en";
  const utc = { timeZone: "UTC" };
  const formats = {};
  const known = new Map();

  // A custom property of light-dark() is only resolved where it is used: so it is used.
  function color(name, alpha = 1) {
    if (!known.has(name)) {
      probe.style.color = `var(${name})`;
      known.set(name, getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).join(", "));
    }
    return `rgba(${known.get(name)}, ${alpha})`;
  }

  function number(value, digits = 2) {
    formats[digits] ??= new Intl.NumberFormat(language, {
      minimumFractionDigits: digits, maximumFractionDigits: digits,
    });
    return formats[digits].format(value).replace("-", "−");
  }

  // Two decimals, and of prices below one four digits that count.
  const small = (value) => Math.min(8, 3 - Math.floor(Math.log10(Math.abs(value) || 1)));
  const price = (value) => number(value, Math.abs(value) < 1 ? small(value) : 2);
  const percent = (share, digits = 1) => number(100 * share, digits) + "%";

  // Seconds since 1970 as a date, or as a moment. English pages write ISO dates.
  function time(seconds, daily) {
    const moment = new Date(1000 * seconds);
    if (language.startsWith("en")) return moment.toISOString().slice(0, daily ? 10 : 16).replace("T", " ");
    const style = daily ? { dateStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
    return new Intl.DateTimeFormat(language, { ...style, ...utc }).format(moment);
  }

  // Called whenever the colours change: by the system, or by the reader.
  function onChange(act) {
    const anew = () => {
      known.clear();
      act();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", anew);
    new MutationObserver(anew).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  return { color, number, price, percent, time, onChange, language };
})();
