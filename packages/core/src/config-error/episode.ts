import type { EpochMs } from "../time/durations.ts";
import type { ConfigErrorCause } from "./config-error-cause.ts";
import type { ConfigErrorConfig, ConfigErrorFinding } from "./judge.ts";

/** One stretch of time in which a subscription looked set up wrongly, for one cause. */
export interface ConfigErrorEpisode extends ConfigErrorFinding {
  readonly since: EpochMs;
}

export interface EpisodeState {
  readonly open: ConfigErrorEpisode | null;
  /** The episode that ended last. */
  readonly ended: { readonly cause: ConfigErrorCause; readonly since: EpochMs; readonly at: EpochMs } | null;
}

export type EpisodeChange =
  | {
      readonly kind: "opened";
      readonly episode: ConfigErrorEpisode;
      /** False when the same cause came back within the window: its people have been told. */
      readonly notify: boolean;
    }
  | { readonly kind: "cleared"; readonly episode: ConfigErrorEpisode };

export const noEpisode: EpisodeState = { open: null, ended: null };

/**
 * Follows what {@link judgeConfigError} finds, asked again and again. An episode opens once and clears itself once; one
 * cause that gives way to another clears and opens. An episode that comes back within `window_ms` goes on as the old one
 * and notifies nobody again, so a share that wavers around its threshold sends one message.
 *
 * @returns the next state and what changed, in order; nothing while an episode merely goes on
 */
export function followEpisode(
  state: EpisodeState,
  finding: ConfigErrorFinding | null,
  now: EpochMs,
  config: Pick<ConfigErrorConfig, "window_ms">,
): { readonly state: EpisodeState; readonly changes: readonly EpisodeChange[] } {
  const { open } = state;
  if (open && finding?.cause === open.cause) return { state: { ...state, open: { ...finding, since: open.since } }, changes: [] };
  const cleared: EpisodeChange[] = open ? [{ kind: "cleared", episode: open }] : [];
  if (!finding) {
    return { state: open ? { open: null, ended: { cause: open.cause, since: open.since, at: now } } : state, changes: cleared };
  }
  const { ended } = state;
  const resumed = ended !== null && ended.cause === finding.cause && now - ended.at < config.window_ms;
  const episode = { ...finding, since: resumed ? ended.since : now };
  const nextEnded = open ? { cause: open.cause, since: open.since, at: now } : ended;
  return { state: { open: episode, ended: nextEnded }, changes: [...cleared, { kind: "opened", episode, notify: !resumed }] };
}
