// Elements in one line each, and the few controls that panels share.

type Child = Node | string | null | false | undefined;
type Props = Record<string, unknown>;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value as EventListener);
    } else if (name === "style" || name.includes("-") || !(name in element)) {
      element.setAttribute(name, value === true ? "" : String(value));
    } else {
      Object.assign(element, { [name]: value });
    }
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== false && child !== undefined));
  return element;
}

export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((child): child is Node | string => child !== null && child !== false && child !== undefined));
}

export interface SliderAbout {
  title: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  about?: string;
}

export interface Slider {
  element: HTMLElement;
  input: HTMLInputElement;
  show(value: number, changed: boolean): void;
}

/** A slider with its name and value; `done` is called when it is let go. */
export function slider(key: string, about: SliderAbout, change: (value: number) => void, done?: () => void): Slider {
  const { title, unit, min, max, step } = about;
  const digits = step >= 1 ? 0 : 2;
  const value = h("output", {});
  const input = h("input", {
    type: "range", min, max, step, name: key, "aria-label": `${title} in ${unit === "°" ? "degrees" : unit}`,
    oninput: () => change(Number(input.value)), onchange: done,
  });
  const element = h("label", { className: "slider", title: about.about }, h("span", {}, title), input, value);
  const show = (now: number, changed: boolean): void => {
    input.value = String(now);
    value.textContent = `${now.toFixed(digits)}${unit === "°" ? "°" : ` ${unit}`}`;
    element.classList.toggle("changed", changed);
  };
  return { element, input, show };
}

export function toggle(title: string, about: string, change: (on: boolean) => void): { element: HTMLElement; input: HTMLInputElement } {
  const input = h("input", { type: "checkbox", name: title, onchange: () => change(input.checked) });
  return { element: h("label", { className: "toggle", title: about }, input, h("span", {}, title)), input };
}

export function section(title: string, open: boolean, ...children: Child[]): HTMLDetailsElement {
  return h("details", { className: "section", open }, h("summary", {}, title), h("div", { className: "body" }, ...children));
}

export function swatch(colour: string, text: string): HTMLElement {
  return h("span", { className: "swatch" }, h("i", { style: `background:${colour}` }), text);
}

/** Gives the user a file. */
export function save(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
