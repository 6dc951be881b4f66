export { Admission, type AdmissionSnapshot } from "./admission.ts";
export type { ForeignLeases, Grant, Offer, Refusal } from "./offer.ts";
