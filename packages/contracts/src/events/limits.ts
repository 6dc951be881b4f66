/** The payload's limit counts the exact bytes of the `payload` member. */
export const MAX_PAYLOAD_BYTES = 262_144;
/** Room for the envelope's other members and spacing. */
export const MAX_REQUEST_BYTES = MAX_PAYLOAD_BYTES + 16_384;
export const MAX_NESTING = 128;
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;
/** Of `POST /v1/events/batch`. */
export const MAX_BATCH_EVENTS = 500;
/** Of the whole request: it is held and read at once. */
export const MAX_BATCH_BYTES = 4_194_304;
/** Positions in a GeoJSON geometry. */
export const MAX_GEOMETRY_POSITIONS = 5_000;
