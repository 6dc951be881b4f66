import type { Lane } from "./lane-spec.ts";
import type { Work } from "./ready-lanes.ts";

type Line = Map<Lane, Set<Work>>;

/**
 * Work that may be offered now, in turns over tenants: a tenant with 5,000 ready lanes is looked at as often as one with a
 * single lane. Within a tenant the lanes that waited longest come first, each with all its classes, since core chooses
 * among them.
 */
export class ReadyLine {
  // A Map keeps the order of insertion: deleting and setting a key moves it to the end.
  readonly #tenants = new Map<string, Line>();
  #size = 0;

  /** Pieces of work. */
  get size(): number {
    return this.#size;
  }

  has(work: Work): boolean {
    return this.#tenants.get(work.lane.tenantId)?.get(work.lane)?.has(work) ?? false;
  }

  add(work: Work): void {
    const { lane } = work;
    let line = this.#tenants.get(lane.tenantId);
    if (!line) {
      line = new Map();
      this.#tenants.set(lane.tenantId, line);
    }
    const works = line.get(lane);
    if (works?.has(work)) return;
    if (works) works.add(work);
    else line.set(lane, new Set([work]));
    this.#size++;
  }

  delete(work: Work): void {
    const { lane } = work;
    const line = this.#tenants.get(lane.tenantId);
    const works = line?.get(lane);
    if (!line || !works?.delete(work)) return;
    this.#size--;
    if (works.size > 0) return;
    line.delete(lane);
    if (line.size === 0) this.#tenants.delete(lane.tenantId);
  }

  /** The next lanes with all their work, at most `limit` lanes; they and their tenants go to the end of the line. */
  next(limit: number): Work[] {
    const lanes: Lane[] = [];
    const turns = [...this.#tenants].map(([tenantId, line]) => ({ tenantId, line, waiting: line.keys() }));
    const tenants = turns.length;
    for (let turn = 0; turn < turns.length && lanes.length < limit; turn++) {
      const tenant = turns[turn] as (typeof turns)[number];
      const { value: lane } = tenant.waiting.next();
      if (!lane) continue;
      lanes.push(lane);
      turns.push(tenant);
      if (turn < tenants) toEnd(this.#tenants, tenant.tenantId, tenant.line);
    }
    const taken: Work[] = [];
    for (const lane of lanes) {
      const line = this.#tenants.get(lane.tenantId) as Line;
      const works = line.get(lane) as Set<Work>;
      taken.push(...works);
      toEnd(line, lane, works);
    }
    return taken;
  }
}

function toEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
