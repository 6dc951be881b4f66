/** Limits of what the attempt log keeps of an answer's headers. */
export const MAX_STORED_HEADERS = 64;
export const MAX_STORED_HEADER_BYTES = 8_192;

export type StoredHeaders = { headers: [name: string, value: string][]; isTruncated: boolean };

/**
 * Keeps headers in order until a limit is met; the value that crosses it is cut. Bytes become latin1 characters, so
 * nothing is lost and nothing can be invalid.
 *
 * @param raw names and values in turn, as received
 */
export function storeHeaders(raw: readonly Buffer[]): StoredHeaders {
  const headers: [string, string][] = [];
  let bytesLeft = MAX_STORED_HEADER_BYTES;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = latin1(raw[index]);
    const value = latin1(raw[index + 1]);
    if (headers.length === MAX_STORED_HEADERS || name.length >= bytesLeft) return { headers, isTruncated: true };
    headers.push([name, value.slice(0, bytesLeft - name.length)]);
    bytesLeft -= name.length + value.length;
    if (bytesLeft < 0) return { headers, isTruncated: true };
  }
  return { headers, isTruncated: false };
}

/** All values of one header, in order, each cut to `maxLength` characters. */
export function headerValues(raw: readonly Buffer[], name: string, maxLength: number): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    if (raw[index]?.length === name.length && latin1(raw[index]).toLowerCase() === name) {
      values.push(latin1(raw[index + 1]).slice(0, maxLength));
    }
  }
  return values;
}

const latin1 = (bytes: Buffer | undefined): string => bytes?.toString("latin1") ?? "";
