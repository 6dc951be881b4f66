/** A text as one word of a POSIX shell. Inside single quotes it takes every character as it is; the quote itself is left out, escaped, and taken in again. */
export const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
