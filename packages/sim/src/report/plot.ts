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
  /** Drawn as bars from 0 instead of lines. */
  readonly isHistogram?: boolean;
  readonly isLogY?: boolean;
}

const width = 720;
const height = 360;
const margin = { left: 68, right: 20, top: 40, bottom: 78 };
const innerWidth = width - margin.left - margin.right;
const innerHeight = height - margin.top - margin.bottom;
/** Told apart also without colour, by dashes. */
const colours = ["#1d4ed8", "#b45309", "#047857", "#7c3aed", "#be123c"];
const dashes = ["", "7 3", "2 3", "9 3 2 3", "4 4"];
const ticks = 5;

interface Scale {
  readonly low: number;
  readonly high: number;
  readonly at: (value: number) => number;
}

/** A self-contained SVG document: no script, no font, no address. */
export function renderPlot(plot: Plot): string {
  const points = plot.lines.flatMap((line) => line.points);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = linear(Math.min(...xs), Math.max(...xs), (share) => margin.left + share * innerWidth);
  const up = (share: number) => margin.top + (1 - share) * innerHeight;
  const y = plot.isLogY ? logarithmic(ys, up) : linear(0, niceCeiling(Math.max(...ys, 0)), up);
  const shapes = plot.lines.map((line, index) => (plot.isHistogram ? bars(line, index, plot.lines.length, x, y) : path(line, index, x, y)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" fill="#111827">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(margin.left, 22, plot.title, "start", 'font-size="14" font-weight="bold"'),
    ...axis(x, y, plot),
    ...shapes,
    ...legend(plot.lines),
    "</svg>",
    "",
  ].join("\n");
}

function linear(low: number, high: number, at: (share: number) => number): Scale {
  const span = high - low || 1;
  return { low, high: low + span, at: (value) => at((value - low) / span) };
}

/** Zeros are drawn at the bottom. */
function logarithmic(values: readonly number[], at: (share: number) => number): Scale {
  const positive = values.filter((value) => value > 0);
  const low = Math.log10(Math.min(...positive, 1));
  const high = Math.log10(Math.max(...positive, 10));
  return { low, high, at: (value) => at(value <= 0 ? 0 : (Math.log10(value) - low) / (high - low)) };
}

function axis(x: Scale, y: Scale, { xLabel, yLabel, isLogY }: Plot): string[] {
  const bottom = margin.top + innerHeight;
  const parts: string[] = [];
  for (let tick = 0; tick <= ticks; tick++) {
    const level = y.low + (tick / ticks) * (y.high - y.low);
    const value = isLogY ? 10 ** level : level;
    const atY = y.at(value);
    parts.push(`<line x1="${margin.left}" x2="${width - margin.right}" y1="${round(atY)}" y2="${round(atY)}" stroke="#e5e7eb"/>`);
    parts.push(text(margin.left - 8, atY + 4, short(value), "end"));
    const xValue = x.low + (tick / ticks) * (x.high - x.low);
    parts.push(text(x.at(xValue), bottom + 18, short(xValue), "middle"));
  }
  parts.push(text(margin.left + innerWidth / 2, bottom + 36, xLabel, "middle"));
  parts.push(text(16, margin.top + innerHeight / 2, yLabel, "middle", `transform="rotate(-90 16 ${margin.top + innerHeight / 2})"`));
  return parts;
}

function path({ points }: Line, index: number, x: Scale, y: Scale): string {
  const steps = points.map(([px, py], at) => `${at === 0 ? "M" : "L"}${round(x.at(px))} ${round(y.at(py))}`).join("");
  const dash = dashes[index % dashes.length];
  const style = `fill="none" stroke="${colourOf(index)}" stroke-width="1.8"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}`;
  return `<path d="${steps}" ${style}/>`;
}

function bars({ points }: Line, index: number, count: number, x: Scale, y: Scale): string {
  const bottom = margin.top + innerHeight;
  const slot = innerWidth / Math.max(1, points.length) / count;
  return points
    .map(([px, py]) => {
      const top = y.at(py);
      const left = x.at(px) + index * slot;
      return `<rect x="${round(left)}" y="${round(top)}" width="${round(Math.max(0.6, slot * 0.9))}" height="${round(bottom - top)}" fill="${colourOf(index)}" fill-opacity="0.75"/>`;
    })
    .join("");
}

function legend(lines: readonly Line[]): string[] {
  const step = innerWidth / lines.length;
  const at = height - 16;
  return lines.flatMap(({ label }, index) => {
    const left = margin.left + index * step;
    const dash = dashes[index % dashes.length];
    return [
      `<line x1="${round(left)}" x2="${round(left + 24)}" y1="${at - 4}" y2="${at - 4}" stroke="${colourOf(index)}" stroke-width="3"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}/>`,
      text(left + 30, at, label, "start"),
    ];
  });
}

function text(x: number, y: number, content: string, anchor: string, more = ""): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}"${more === "" ? "" : ` ${more}`}>${escapeXml(content)}</text>`;
}

function niceCeiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 3, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power;
}

function short(value: number): string {
  if (Math.abs(value) >= 10_000) return `${Number((value / 1_000).toPrecision(3))}k`;
  return String(Number(value.toPrecision(3)));
}

const colourOf = (index: number): string => colours[index % colours.length] as string;
const round = (value: number): number => Math.round(value * 10) / 10;
const escapeXml = (content: string): string => content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
