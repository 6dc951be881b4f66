import type { Work } from "./work.ts";

/** A tenant's lanes, each with its ready work. */
type Line = Map<string, Set<Work>>;

/**
 * Work that may be offered now, in turns over tenants: a tenant with 5,000 ready lanes is looked at as often as one with a
 * single lane. Within a tenant the lanes that waited longest come first, each with all its classes, since admission chooses
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
    return this.#tenants.get(work.tenantId)?.get(work.laneId)?.has(work) ?? false;
  }

  add(work: Work): void {
    let line = this.#tenants.get(work.tenantId);
    if (!line) {
      line = new Map();
      this.#tenants.set(work.tenantId, line);
    }
    const works = line.get(work.laneId);
    if (works?.has(work)) return;
    if (works) works.add(work);
    else line.set(work.laneId, new Set([work]));
    this.#size++;
  }

  delete(work: Work): void {
    const line = this.#tenants.get(work.tenantId);
    const works = line?.get(work.laneId);
    if (!line || !works?.delete(work)) return;
    this.#size--;
    if (works.size > 0) return;
    line.delete(work.laneId);
    if (line.size === 0) this.#tenants.delete(work.tenantId);
  }

  /** Each tenant that is asked has a lane to offer, so no more of them are needed than lanes. */
  #first(limit: number) {
    const turns: { tenantId: string; line: Line; waiting: Iterator<string> }[] = [];
    for (const [tenantId, line] of this.#tenants) {
      if (turns.length === limit) break;
      turns.push({ tenantId, line, waiting: line.keys() });
    }
    return turns;
  }

  /** The next lanes with all their work, at most `limit` lanes; they and their tenants go to the end of the line. */
  next(limit: number): Work[] {
    const turns = this.#first(limit);
    const tenants = turns.length;
    const lanes: { line: Line; laneId: string }[] = [];
    for (let turn = 0; turn < turns.length && lanes.length < limit; turn++) {
      const tenant = turns[turn] as (typeof turns)[number];
      const { value: laneId } = tenant.waiting.next();
      if (laneId === undefined) continue;
      lanes.push({ line: tenant.line, laneId });
      turns.push(tenant);
      if (turn < tenants) toEnd(this.#tenants, tenant.tenantId, tenant.line);
    }
    const taken: Work[] = [];
    for (const { line, laneId } of lanes) {
      const works = line.get(laneId) as Set<Work>;
      taken.push(...works);
      toEnd(line, laneId, works);
    }
    return taken;
  }
}

function toEnd<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  map.set(key, value);
}
