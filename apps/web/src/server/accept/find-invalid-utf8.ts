/** What a lead byte demands: how many bytes follow it, and the range of the first of them (RFC 3629, section 4). */
function followers(lead: number): { count: number; low: number; high: number } | undefined {
  if (lead < 0x80) return { count: 0, low: 0, high: 0 };
  if (lead >= 0xc2 && lead <= 0xdf) return { count: 1, low: 0x80, high: 0xbf };
  if (lead >= 0xe0 && lead <= 0xef) return { count: 2, low: lead === 0xe0 ? 0xa0 : 0x80, high: lead === 0xed ? 0x9f : 0xbf };
  if (lead >= 0xf0 && lead <= 0xf4) return { count: 3, low: lead === 0xf0 ? 0x90 : 0x80, high: lead === 0xf4 ? 0x8f : 0xbf };
  return undefined;
}

/**
 * Where a text stops being UTF-8: the first byte of the first sequence that is not valid. For texts that a faster check has refused.
 * @returns -1 when all of it is valid
 */
export function findInvalidUtf8(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) {
    const sequence = followers(bytes[at] as number);
    if (!sequence) return at;
    for (let i = 1; i <= sequence.count; i++) {
      const byte = bytes[at + i];
      const [low, high] = i === 1 ? [sequence.low, sequence.high] : [0x80, 0xbf];
      if (byte === undefined || byte < low || byte > high) return at;
    }
    at += sequence.count + 1;
  }
  return -1;
}
