// The colours of what a body does, as the pictures of the library have them, and of the methods.

export const ACTION_COLOURS: Record<string, string> = {
  walk: "#1f6fb4",
  run: "#0b3d66",
  step: "#2a9d6f",
  jump: "#d62f5b",
  drop: "#8e3b8f",
  bend: "#e08a00",
  crawl: "#9a4a12",
  sidestep: "#4ab3c9",
  tuck: "#7f8f2a",
  climb: "#5c4fc0",
  ride: "#6b6b6b",
  door: "#b57f9d",
};

export function actionColour(action: string): string {
  return ACTION_COLOURS[action] ?? "#6b6b6b";
}

const METHOD_COLOURS = ["#15181b", "#f4c430", "#ffffff", "#7ad151", "#ff9da6", "#9ecae1"];

/** The rim around a route, which tells methods apart. */
export function methodColour(index: number): string {
  return METHOD_COLOURS[index % METHOD_COLOURS.length] ?? "#15181b";
}
