/** A time in a payload has this many digits, in ms since 1970. */
export const SENT_AT_DIGITS = 13;
export const SENT_AT = '"sent_at":';
const PAYLOAD_BYTES = 900;

/** The JSON text of one event of about 900 bytes of payload: a geofence transition that says when it was sent, with ones in the place of the time (a number has no leading zero). */
export function eventText(type: string): string {
  const feature = (note: string): string =>
    `{${SENT_AT}${"1".repeat(SENT_AT_DIGITS)},"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[5.798767,51.852357],[5.799767,51.852357],` +
    `[5.799767,51.853357],[5.798767,51.853357],[5.798767,51.852357]]]},"properties":{"device_id":"truck-0014","geofence_id":"gf_nijmegen",` +
    `"geofence_name":"Nijmegen Depot","transition":"EXIT","speed_kmh":29.2,"heading_deg":133,"occurred_at":"2026-01-05T05:00:15.703Z","note":"${note}"}}`;
  const note = "All quiet at the gate; ".repeat(40).slice(0, PAYLOAD_BYTES - feature("").length);
  return `{"type":"${type}","payload":${feature(note)}}`;
}

/** When the event in a receiver's request was sent (ms since 1970); undefined when its body does not say. */
export function sentAt(body: Buffer): number | undefined {
  const at = body.indexOf(SENT_AT);
  return at === -1 ? undefined : Number(body.toString("latin1", at + SENT_AT.length, at + SENT_AT.length + SENT_AT_DIGITS));
}
