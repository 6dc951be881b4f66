type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Reads a JSON value as it was typed. @returns its value, or what is wrong with the text */
export function readPayload(text: string): { ok: true; value: Json } | { ok: false; problem: string } {
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, problem: text.trim() === "" ? "a JSON value is missing" : `this is not JSON: ${(error as Error).message}` };
  }
}
