import { type Axis, axisOver, tickLabel, tightAxisOver } from "./axis.ts";

export interface Line {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A plot of a scenario, written as `<name>.svg`. */
export interface Plot {
  readonly name: string;
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly Line[];
  /** Each point is a count of the slot that begins there: drawn as a staircase. */
  readonly isHistogram?: boolean;
}

const width = 720;
const plotHeight = 230;
const margin = { left: 72, right: 24, top: 44 };
const innerWidth = width - margin.left - margin.right;
const bottom = margin.top + plotHeight;
const legendTop = bottom + 62;
const legendColumns = 2;
const legendRowHeight = 20;
/** Told apart also without colour, by dashes. */
const colours = ["#1d4ed8", "#b45309", "#047857", "#7c3aed", "#be123c"];
const dashes = ["", "7 3", "2 3", "9 3 2 3", "4 4"];

interface Scales {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** A self-contained SVG document: no script, no font, no address. */
export function renderPlot(plot: Plot): string {
  const lines = plot.lines.map(({ points }) => (plot.isHistogram ? staircase(points) : points));
  const points = lines.flat();
  const xAxis = tightAxisOver(points.map(([x]) => x));
  const yAxis = axisOver(points.map(([, y]) => y));
  const scales: Scales = {
    x: (value) => margin.left + shareOf(xAxis, value) * innerWidth,
    y: (value) => bottom - shareOf(yAxis, value) * plotHeight,
  };
  const height = legendTop + Math.ceil(plot.lines.length / legendColumns) * legendRowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#111827">`,
    `<title id="title">${escapeXml(plot.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(margin.left, 24, plot.title, "start", 'font-size="14" font-weight="bold"'),
    ...grid(xAxis, yAxis, scales),
    text(margin.left + innerWidth / 2, bottom + 40, plot.xLabel, "middle"),
    text(18, margin.top + plotHeight / 2, plot.yLabel, "middle", `transform="rotate(-90 18 ${margin.top + plotHeight / 2})"`),
    ...lines.map((line, index) => path(line, index, scales)),
    ...legend(plot.lines),
    "</svg>",
    "",
  ].join("\n");
}

function shareOf({ low, high }: Axis, value: number): number {
  return (value - low) / (high - low);
}

function grid(xAxis: Axis, yAxis: Axis, { x, y }: Scales): string[] {
  const rows = yAxis.ticks.flatMap((tick) => [
    `<line x1="${margin.left}" x2="${width - margin.right}" y1="${round(y(tick))}" y2="${round(y(tick))}" stroke="${tick === 0 ? "#6b7280" : "#e5e7eb"}"/>`,
    text(margin.left - 8, y(tick) + 4, tickLabel(tick), "end"),
  ]);
  const columns = xAxis.ticks.flatMap((tick) => [
    `<line x1="${round(x(tick))}" x2="${round(x(tick))}" y1="${bottom}" y2="${bottom + 5}" stroke="#6b7280"/>`,
    text(x(tick), bottom + 20, tickLabel(tick), "middle"),
  ]);
  return [...rows, ...columns];
}

/** Each count holds until the next slot begins; the last one for as long as the others. */
function staircase(points: Line["points"]): Line["points"] {
  const slot = (points[1]?.[0] ?? 1) - (points[0]?.[0] ?? 0);
  return points.flatMap(([x, y]) => [[x, y] as const, [x + slot, y] as const]);
}

function path(points: Line["points"], index: number, { x, y }: Scales): string {
  const steps = points.map(([px, py], at) => `${at === 0 ? "M" : "L"}${round(x(px))} ${round(y(py))}`).join("");
  return `<path d="${steps}" fill="none" ${stroke(index, 1.8)}/>`;
}

function legend(lines: readonly Line[]): string[] {
  return lines.flatMap(({ label }, index) => {
    const left = margin.left + (index % legendColumns) * (innerWidth / legendColumns);
    const at = legendTop + Math.floor(index / legendColumns) * legendRowHeight;
    return [
      `<line x1="${left}" x2="${left + 28}" y1="${at - 4}" y2="${at - 4}" ${stroke(index, 3)}/>`,
      text(left + 36, at, label, "start"),
    ];
  });
}

function stroke(index: number, strokeWidth: number): string {
  const dash = dashes[index % dashes.length];
  const colour = colours[index % colours.length];
  return `stroke="${colour}" stroke-width="${strokeWidth}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;
}

function text(x: number, y: number, content: string, anchor: string, more = ""): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${more === "" ? "" : ` ${more}`}>${escapeXml(content)}</text>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const escapeXml = (content: string): string => content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
