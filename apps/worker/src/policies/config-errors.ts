import {
  type AttemptEnd,
  type CauseWindows,
  type CauseWindowsState,
  type ConfigErrorEpisode,
  causeWindows,
  type EpisodeChange,
  type EpisodeState,
  followEpisode,
  noEpisode,
  type PolicyConfig,
} from "@hooklane/core";
import type { StoredConfigError } from "@hooklane/db";

interface Judged {
  windows: CauseWindowsState;
  episode: EpisodeState;
}

/**
 * Which endpoints look set up wrongly, judged by how the attempts of a day ended. Advisory: nothing is sent or held back for it.
 * Lanes that never fail are counted, too, since a share needs its whole.
 */
export class ConfigErrors {
  readonly #config: PolicyConfig["config_error"];
  readonly #windows: CauseWindows;
  readonly #onChange: (laneId: string, change: EpisodeChange) => void;
  readonly #onLasting: (laneId: string, episode: ConfigErrorEpisode) => void;
  readonly #lanes = new Map<string, Judged>();

  /**
   * @param onChange an episode opened or cleared itself
   * @param onLasting an episode was found to go on, as all are judged
   */
  constructor(
    config: PolicyConfig["config_error"],
    onChange: (laneId: string, change: EpisodeChange) => void,
    onLasting: (laneId: string, episode: ConfigErrorEpisode) => void = () => {},
  ) {
    this.#config = config;
    this.#windows = causeWindows(config);
    this.#onChange = onChange;
    this.#onLasting = onLasting;
  }

  observe(end: AttemptEnd, now: number): void {
    const { laneId } = end.permit;
    const known = this.#lanes.get(laneId);
    const windows = this.#windows.observe(known?.windows ?? this.#windows.initial(), end, now);
    if (known) known.windows = windows;
    else this.#lanes.set(laneId, { windows, episode: noEpisode });
    if (!end.classification.success || known?.episode.open) this.#judge(laneId, now);
  }

  /** Time alone changes a share, too; to be called now and then. Forgets lanes that nothing is known of any more. */
  judgeAll(now: number): void {
    for (const [laneId, { windows, episode }] of this.#lanes) {
      this.#judge(laneId, now);
      const open = this.#lanes.get(laneId)?.episode.open;
      if (open) this.#onLasting(laneId, open);
      if (!episode.open && this.#windows.isIdle(windows, now)) this.#lanes.delete(laneId);
    }
  }

  /** What to store of a lane; null when it never failed. */
  export(laneId: string): StoredConfigError | null {
    const known = this.#lanes.get(laneId);
    if (!known) return null;
    const hasFailed = Object.keys(known.windows.causes).length > 0 || known.episode.open !== null || known.episode.ended !== null;
    return hasFailed ? { episode: known.episode, windows: known.windows } : null;
  }

  restore(laneId: string, stored: StoredConfigError): void {
    this.#lanes.set(laneId, { windows: stored.windows, episode: stored.episode });
  }

  drop(laneId: string): void {
    this.#lanes.delete(laneId);
  }

  #judge(laneId: string, now: number): void {
    const known = this.#lanes.get(laneId);
    if (!known) return;
    const { state, changes } = followEpisode(known.episode, this.#windows.judge(known.windows, now), now, this.#config);
    known.episode = state;
    for (const change of changes) this.#onChange(laneId, change);
  }
}
