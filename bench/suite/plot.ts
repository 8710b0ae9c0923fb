import { placeAlong, placeOn, ticksTo } from "./axis.ts";
import { figuresIn, type Points, type Result, spreadOf } from "./result.ts";
import { shown } from "./table.ts";

/** Results as SVG: a panel for each figure. */

const PANEL_WIDTH = 400;
const COLUMNS = 2;
const LABEL_WIDTH = 122;
const BAR_WIDTH = 190;
const ROW_HEIGHT = 22;
const TOP = 34;
const LINE_HEIGHT = 150;
const LINE_WIDTH = 290;
const OURS = "#2563eb";
const OTHERS = "#94a3b8";

type Panel = { height: number; content: string };

/** Bars from 0 to the median; a line from the least to the most of the rounds. */
export function barPlot(result: Result): string {
  return page(
    result.title,
    figuresIn(result).map((figure) => barPanel(result, figure)),
  );
}

function barPanel(result: Result, figure: string): Panel {
  const rows = result.contenders.flatMap((contender) => {
    const spread = spreadOf(contender, figure);
    return spread && Number.isFinite(spread.median) ? [{ name: contender.name, spread }] : [];
  });
  const place = placeOn(ticksTo(Math.max(0, ...rows.map(({ spread }) => finite(spread.max)))), BAR_WIDTH);
  const bars = rows.map(({ name, spread }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const [low, median, high] = [spread.min, spread.median, finite(spread.max)].map(
      (value) => LABEL_WIDTH + place(value),
    ) as [number, number, number];
    return [
      text(LABEL_WIDTH - 6, y + 14, name, "end"),
      `<rect x="${LABEL_WIDTH}" y="${y + 3}" width="${round(median - LABEL_WIDTH)}" height="${ROW_HEIGHT - 8}" fill="${name === "ours" ? OURS : OTHERS}"/>`,
      `<line x1="${round(low)}" x2="${round(high)}" y1="${y + 10}" y2="${y + 10}" stroke="#0f172a"/>`,
      text(Math.max(median, high) + 6, y + 14, shown(spread.median)),
    ].join("");
  });
  return { height: TOP + rows.length * ROW_HEIGHT + 12, content: heading(figure) + bars.join("") };
}

/** A line along the quantity that grows. */
export function linePlot(points: Points): string {
  const figures = [...new Set(points.points.flatMap(({ measured }) => Object.keys(measured.figures)))];
  return page(
    points.title,
    figures.map((figure) => linePanel(points, figure)),
  );
}

function linePanel({ points, xName }: Points, figure: string): Panel {
  const known = points.flatMap(({ x, measured }) => {
    const y = measured.figures[figure];
    return y !== undefined && Number.isFinite(y) ? [{ x, y }] : [];
  });
  const ticks = ticksTo(Math.max(0, ...known.map(({ y }) => y)));
  const placeY = placeOn(ticks, LINE_HEIGHT);
  const left = 60;
  const bottom = TOP + LINE_HEIGHT;
  const along = placeAlong(
    known.map(({ x }) => x),
    LINE_WIDTH,
  );
  const grid = ticks.map((tick) => {
    const y = round(bottom - placeY(tick));
    return `<line x1="${left}" x2="${left + LINE_WIDTH}" y1="${y}" y2="${y}" stroke="#e2e8f0"/>${text(left - 6, y + 4, shown(tick), "end")}`;
  });
  const places = known.map(({ x, y }) => `${round(left + along(x))},${round(bottom - placeY(y))}`);
  const dots = places.map(
    (place) => `<circle cx="${place.split(",")[0]}" cy="${place.split(",")[1]}" r="3" fill="${OURS}"/>`,
  );
  const ends = [known[0], known.at(-1)].map((point, index) =>
    point
      ? text(left + along(point.x), bottom + 16, point.x.toLocaleString("en"), index === 0 ? "start" : "end")
      : "",
  );
  const line = `<polyline points="${places.join(" ")}" fill="none" stroke="${OURS}" stroke-width="2"/>`;
  const name = text(left + LINE_WIDTH / 2, bottom + 16, xName, "middle");
  const parts = [heading(figure), ...grid, line, ...dots, ...ends, name];
  return { height: bottom + 32, content: parts.join("") };
}

/** The panels in two columns. */
function page(title: string, panels: readonly Panel[]): string {
  const height = Math.max(0, ...panels.map((panel) => panel.height));
  const rows = Math.ceil(panels.length / COLUMNS);
  const placed = panels.map(({ content }, index) => {
    const [x, y] = [(index % COLUMNS) * PANEL_WIDTH, Math.floor(index / COLUMNS) * height + 36];
    return `<g transform="translate(${x} ${y})">${content}</g>`;
  });
  const [width, total] = [PANEL_WIDTH * COLUMNS, rows * height + 44];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${total}" width="${width}" height="${total}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${width}" height="${total}" fill="#fff"/>`,
    `<text x="12" y="24" font-size="16" font-weight="600" fill="#0f172a">${escaped(title)}</text>`,
    ...placed,
    "</svg>",
    "",
  ].join("\n");
}

function heading(figure: string): string {
  return `<text x="12" y="22" font-weight="600" fill="#0f172a">${escaped(figure)}</text>`;
}

function text(x: number, y: number, content: string, anchor = "start"): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="#475569" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
