import type { AdmissionTransition, CircuitChange } from "@hooklane/core";
import type { CircuitGossip, CircuitNews } from "@hooklane/db";
import type { Logger } from "pino";

export interface CircuitChangesOptions {
  gossip: CircuitGossip;
  /** To be stored soon. */
  onLaneChanged: (change: CircuitChange) => void;
  onHostChanged: (host: string) => void;
  /** A probe came back without closing the circuit: what was refused until its lease ends may be asked for again. */
  onProbeEnded: (scope: "lane" | "host", id: string) => void;
  /** For the tenant to hear of. */
  onChanged: (change: CircuitChange) => void;
  /** The lane's circuit closed: its backlog may go before it is due. */
  onRecovering: (laneId: string) => void;
  log: Logger;
}

/** What follows from a circuit that changed: it is stored, an opening is told to the other workers, a closing brings the lane's work back. */
export class CircuitChanges {
  readonly #options: CircuitChangesOptions;

  constructor(options: CircuitChangesOptions) {
    this.#options = options;
  }

  /** Called within the decision that made the change: what follows is only noted here. */
  readonly changed = (transition: AdmissionTransition): void => {
    const { gossip, onLaneChanged, onHostChanged, onChanged, onProbeEnded, onRecovering, log } = this.#options;
    if (transition.scope === "fleet") {
      const { kind, activeHosts, unreachableHosts } = transition;
      log.error(
        { activeHosts, unreachableHosts },
        kind === "panic_started" ? "most hosts cannot be reached: our own network? circuits are frozen" : "hosts are reached again",
      );
      return;
    }
    const { scope, id, kind, from, level, until, at } = transition;
    if (from === "half_open" && (kind === "opened" || kind === "probe_released")) setImmediate(() => onProbeEnded(scope, id));
    if (kind === "probe_released") return;
    if (scope === "lane") onLaneChanged(transition);
    else onHostChanged(id);
    if (kind === "half_opened") return;
    onChanged(transition);
    log.info({ [scope === "lane" ? "subscription" : "host"]: id, until, level }, `circuit ${kind}`);
    if (kind === "opened") gossip.tell({ scope, id, level, until, at });
    else if (scope === "lane") setImmediate(() => onRecovering(id));
  };

  heard(payload: string): readonly CircuitNews[] {
    return this.#options.gossip.heard(payload);
  }
}
