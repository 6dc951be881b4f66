import { type AlertEvidence, type AlertKind, alertKinds } from "./alert-kinds.ts";

/** An alert for people: what is the matter, and what mends it. */
export interface AlertText {
  cause: string;
  fix: string;
}

const number = (value: number): string => value.toLocaleString("en");
const deliveries = (count: number): string => `${number(count)} ${count === 1 ? "delivery" : "deliveries"}`;
const duration = (seconds: number): string => (seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`);
const answered = (status: number | null): string => (status === null ? "" : ` The last answer was ${status}.`);

type Texts = { [K in AlertKind]: (evidence: AlertEvidence<K>) => AlertText };

const texts: Texts = {
  configuration_error: ({ cause, http_status, hint, share }) => ({
    cause: `${Math.floor(share * 100)} % of the attempts ${http_status === null ? `fail with ${cause}` : `are answered ${http_status}`}.`,
    fix: hint,
  }),
  circuit_open: ({ error }) => ({
    cause: `It keeps failing, so only probes are sent.${error === null ? "" : ` The last failure: ${error}`}`,
    fix: "See that the endpoint runs, answers within 30 seconds and is reachable. Deliveries wait and go out by themselves once a probe succeeds.",
  }),
  host_unreachable: ({ endpoints }) => ({
    cause: `${number(endpoints)} ${endpoints === 1 ? "endpoint" : "endpoints"} on this host fail together, so only probes are sent to it.`,
    fix: "See that the host is up and reachable from the internet: its name, its certificate, its firewall. Deliveries wait and go out once a probe succeeds.",
  }),
  lane_full: ({ cap, in_flight }) => ({
    cause: `${number(in_flight)} requests are in flight, of ${number(cap)} that may be at once.`,
    fix: "Let the endpoint answer faster: take the event, answer 2xx, and work on it afterwards. What does not fit waits and is sent in turn.",
  }),
  dead_letters: ({ deaths, last_status }) => ({
    cause: `${deliveries(deaths)} died.${answered(last_status)}`,
    fix: "Look at the attempts for why, mend the endpoint, then replay what died.",
  }),
  shedding: ({ backlog }) => ({
    cause: `${deliveries(backlog)} waited and it did not become fewer, so new ones are recorded dead.`,
    fix: "Let the endpoint answer again or faster. When the backlog has shrunk new deliveries are taken by themselves; replay those that were shed.",
  }),
  backlog_age: ({ lag_seconds }) => ({
    cause: `The oldest delivery that is due has waited for ${duration(lag_seconds)}.`,
    fix: "The endpoint takes less than is sent to it. Let it answer faster, or ask for fewer event types.",
  }),
  endpoint_disabled: ({ reason }) => ({
    cause: reason === "gone" ? "The endpoint answered 410 Gone, so it was disabled." : `It was disabled (${reason}).`,
    fix: "New events for it end as dead. Enter its new URL and enable it, then replay what died; or delete it.",
  }),
  secret_expiring: ({ expires_at }) => ({
    cause: `The previous secret signs until ${expires_at}.`,
    fix: "See that the receiver verifies with the current secret by then. If it cannot, rotate again with a longer overlap.",
  }),
  replay_finished: ({ state, selected, delivered, dead, cancelled }) => ({
    cause: `The replay is ${state}: of ${deliveries(selected)}, ${number(delivered)} were delivered, ${number(dead)} died, ${number(cancelled)} were cancelled.`,
    fix: dead > 0 ? "Look at those that died; they can be replayed again." : "There is nothing to do.",
  }),
  ingest_quota: ({ per_second }) => ({
    cause: `More than ${number(per_second)} events per second came in, and the rest was answered 429.`,
    fix: "Send more slowly and repeat what was refused, as Retry-After says, or ask for a larger plan.",
  }),
};

/** What an alert says. Evidence that is not what its kind has (another version wrote it) is told by the kind's rule alone. */
export function alertText<K extends AlertKind>(kind: K, evidence: unknown): AlertText {
  const { schema, rule } = { schema: alertKinds[kind].evidence, rule: alertKinds[kind].rule };
  const read = schema.safeParse(evidence);
  if (!read.success) return { cause: rule, fix: "Open it in the dashboard." };
  return texts[kind](read.data as AlertEvidence<K>);
}
