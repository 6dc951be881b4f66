/** Object ids of `pg_type`, the same in every server. */
const elementTypes = { bytea: 17, text: 25 } as const;

const HEADER_BYTES = 20;

/**
 * A Postgres array in the protocol's binary form, which the driver sends as it is. As text each byte would be two hexadecimal digits, written here and read again,
 * character by character, by the server: for the columns of a batch most of what both do with it.
 * @param values text is sent as UTF-8
 * @see https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES and `array_recv` of the server, which defines the form
 */
export function binaryArray(type: keyof typeof elementTypes, values: readonly (Uint8Array | string | null)[]): Buffer {
  const lengths = values.map((value) => (value === null ? -1 : Buffer.byteLength(value)));
  const array = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), HEADER_BYTES));
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(1, 4); // there may be NULLs
  array.writeInt32BE(elementTypes[type], 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16); // the first index
  let at = HEADER_BYTES;
  for (const [i, value] of values.entries()) {
    at = array.writeInt32BE(lengths[i] as number, at);
    if (typeof value === "string") at += array.write(value, at);
    else if (value !== null) {
      array.set(value, at);
      at += value.length;
    }
  }
  return array;
}
