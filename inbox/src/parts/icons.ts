const SVG = "http://www.w3.org/2000/svg";

/** Paths in a square of 24, drawn as lines. */
const PATHS = {
  bell: "M6 9a6 6 0 0 1 12 0c0 6 2 7 2 7H4s2-1 2-7M10 20a2 2 0 0 0 4 0",
  read: "M4 12.5l5 5L20 6.5",
  unread: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8",
  snooze: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4l3 2",
  archive: "M4 5h16v4H4zM6 9v10h12V9M10 13h4",
  restore: "M4 5h16v4H4zM6 9v10h12V9M12 17v-5M9.5 14l2.5-2.5 2.5 2.5",
  more: "M4.5 12h1M11.5 12h1M18.5 12h1",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4M9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  back: "M11 5l-7 7 7 7M4 12h16",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof PATHS;

/** A picture without a meaning of its own: the button around it has the name. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
