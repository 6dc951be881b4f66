export interface EventBody {
  /** What receivers get, byte for byte. */
  body: Buffer;
  /** Where the payload's exact bytes lie in it. */
  dataOffset: number;
  dataLength: number;
}

const CLOSING_BRACE = 0x7d;

/**
 * The envelope that every subscription's receiver gets: built once, with the payload's bytes copied and nothing else done to them.
 * @param publicEventId `evt_…`
 * @param type a valid event type: none of its characters needs an escape
 * @param payload where the payload's bytes lie in the source
 */
export function buildBody(
  publicEventId: string,
  type: string,
  acceptedMs: number,
  source: Buffer,
  payload: { start: number; end: number },
): EventBody {
  const head = `{"id":"${publicEventId}","type":"${type}","timestamp":"${new Date(acceptedMs).toISOString()}","data":`;
  const dataOffset = head.length; // ASCII: a character is a byte
  const dataLength = payload.end - payload.start;
  const body = Buffer.allocUnsafe(dataOffset + dataLength + 1);
  body.write(head, 0, "latin1");
  source.copy(body, dataOffset, payload.start, payload.end);
  body[dataOffset + dataLength] = CLOSING_BRACE;
  return { body, dataOffset, dataLength };
}
