// Small plots of times, drawn as SVG.

const NAMESPACE = "http://www.w3.org/2000/svg";

function svg(tag: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** One bar per entry, the longest over the full width. */
export function bars(title: string, entries: { name: string; value: number; text: string }[]): SVGElement {
  const [width, row, left, right] = [256, 18, 76, 56];
  const plot = svg("svg", { viewBox: `0 0 ${width} ${row * entries.length}`, class: "plot", role: "img", "aria-label": title });
  const most = Math.max(...entries.map((entry) => entry.value), 1e-9);
  entries.forEach(({ name, value, text }, i) => {
    const y = i * row;
    const long = Math.max(1.5, ((width - left - right) * value) / most);
    plot.append(
      svg("text", { x: left - 6, y: y + 13, "text-anchor": "end" }, name),
      svg("rect", { x: left, y: y + 4, width: long, height: row - 8, rx: 2 }),
      svg("text", { x: left + long + 5, y: y + 13, class: "value" }, text),
    );
  });
  return plot;
}

/** Values over their order, the newest to the right, with the highest named. */
export function sparkline(title: string, values: number[], text: (value: number) => string): SVGElement {
  const [width, height] = [256, 44];
  const plot = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": title });
  const most = Math.max(...values, 1e-9);
  const step = width / Math.max(values.length, 24);
  values.forEach((value, i) => {
    const tall = Math.max(1, ((height - 14) * value) / most);
    plot.append(svg("rect", { x: i * step, y: height - tall, width: Math.max(1, step - 1), height: tall }));
  });
  const last = values[values.length - 1] ?? 0;
  plot.append(svg("text", { x: 0, y: 10 }, `last ${text(last)}, highest ${text(most)}`));
  return plot;
}
