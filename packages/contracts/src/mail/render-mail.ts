import { MAX_SUBJECT_CHARACTERS, oneLine } from "./mail.ts";

/** What a mail says. Every text may be of unknown origin: it is shown as it is, on one line, and is never markup. */
export interface MailContent {
  subject: string;
  /** Paragraphs before the link. */
  paragraphs: readonly string[];
  /** Facts as pairs of a name and a value. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The one thing to do. The URL is ours: http or https. */
  action?: { label: string; url: string };
  /** Paragraphs after the link, like why this mail was sent. */
  closing?: readonly string[];
}

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

const MAX_PARAGRAPH_CHARACTERS = 2_000;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] as string);

/** Both forms of a mail. @throws when the action's URL is no http or https URL */
export function renderMail({ subject, paragraphs, facts = [], action, closing = [] }: MailContent): RenderedMail {
  const before = paragraphs.map(paragraph);
  const pairs = facts.map(([name, value]) => [oneLine(name), oneLine(value)] as const);
  const link = action && { label: oneLine(action.label), url: linkOf(action.url) };
  const after = closing.map(paragraph);
  const line = oneLine(subject, MAX_SUBJECT_CHARACTERS);
  return {
    subject: line,
    text: `${[
      ...before,
      ...(pairs.length > 0 ? [pairs.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
      ...(link ? [`${link.label}:\n${link.url}`] : []),
      ...(after.length > 0 ? [`-- \n${after.join("\n\n")}`] : []),
    ].join("\n\n")}\n`,
    html: page(line, [
      ...before.map((text) => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`),
      ...(pairs.length > 0 ? [table(pairs)] : []),
      ...(link
        ? [`<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="${styles.button}">${escapeHtml(link.label)}</a></p>`]
        : []),
      ...(link ? [`<p style="${styles.small}">${escapeHtml(link.url)}</p>`] : []),
      ...after.map((text) => `<p style="${styles.small}">${escapeHtml(text)}</p>`),
    ]),
  };
}

const paragraph = (text: string): string => oneLine(text, MAX_PARAGRAPH_CHARACTERS);

function linkOf(url: string): string {
  const parsed = new URL(url);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") throw new TypeError("a mail links to http or https alone");
  return parsed.href;
}

const styles = {
  paragraph: "margin:0 0 16px;line-height:1.5",
  small: "margin:0 0 12px;line-height:1.5;font-size:13px;color:#52525b;word-break:break-word",
  button: "display:inline-block;padding:10px 16px;border-radius:6px;background:#18181b;color:#ffffff;text-decoration:none",
  cell: "padding:6px 12px 6px 0;vertical-align:top;font-size:14px;line-height:1.4",
};

const table = (pairs: readonly (readonly [string, string])[]): string =>
  `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${pairs
    .map(
      ([name, value]) =>
        `<tr><td style="${styles.cell};color:#52525b;white-space:nowrap">${escapeHtml(name)}</td><td style="${styles.cell};word-break:break-word">${escapeHtml(value)}</td></tr>`,
    )
    .join("")}</table>`;

const page = (title: string, blocks: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>` +
  `<body style="margin:0;padding:24px;background:#ffffff;color:#18181b;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px">` +
  `<div style="max-width:560px;margin:0 auto">${blocks.join("")}</div></body></html>`;
