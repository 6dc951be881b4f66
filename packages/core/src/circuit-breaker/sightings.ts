import type { EpochMs } from "../time/durations.ts";

/** The latest that is known of one member of a crowd: a lane of a host, a host of the fleet. */
export interface Sighting<Status extends string> {
  readonly key: string;
  /** Of the key; the order of the sample. */
  readonly hash: number;
  readonly status: Status;
  /** Whose the member is, where that matters. */
  readonly owner: string | null;
  /** The tenth of the span, by its number, in which it was last seen. */
  readonly tick: number;
}

export interface SightingsOptions {
  /** A member counts as active for this long after it was last seen, in milliseconds, or up to a tenth less. */
  readonly spanMs: number;
  /** How many members are remembered at the most. */
  readonly size: number;
}

const ticksPerSpan = 10;

/**
 * Who was seen lately, and how they were: all members while they are few, and beyond `size` a fair sample of them, the
 * ones whose keys have the lowest hashes (a bottom-k sketch: Cohen and Kaplan, 2007). So one state of bounded size tells
 * which share of 40,000 members fails, whoever of them sends the most.
 */
export function sightings<Status extends string>({ spanMs, size }: SightingsOptions) {
  type Sample = readonly Sighting<Status>[];
  const tickAt = (now: EpochMs) => Math.floor(now / (spanMs / ticksPerSpan));
  const isLive = ({ tick }: Sighting<Status>, now: EpochMs) => tickAt(now) - tick < ticksPerSpan;

  return {
    /** Identity when nothing worth writing changed, which is the usual case. */
    see(sample: Sample, key: string, status: Status, owner: string | null, now: EpochMs): Sample {
      const hash = hashOf(key);
      const known = find(sample, key, hash);
      const tick = tickAt(now);
      if (known && known.status === status && known.tick >= tick) return sample;
      // Most members of a large crowd are not in the sample, and stay out of it while those that are were seen lately.
      const isOutside = !known && sample.length >= size && hash > (sample[size - 1] as Sighting<Status>).hash;
      if (isOutside && sample.every((each) => isLive(each, now))) return sample;
      const others = sample.filter((each) => each.key !== key && isLive(each, now));
      const next = [...others, { key, hash, status, owner, tick }].sort((a, b) => a.hash - b.hash || (a.key < b.key ? -1 : 1));
      return next.slice(0, size);
    },
    live: (sample: Sample, now: EpochMs): Sample => sample.filter((each) => isLive(each, now)),
  };
}

/** By halving: the sample is in the order of hashes. */
function find<Status extends string>(sample: readonly Sighting<Status>[], key: string, hash: number): Sighting<Status> | undefined {
  let from = 0;
  let to = sample.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sample[middle] as Sighting<Status>).hash < hash) from = middle + 1;
    else to = middle;
  }
  for (let i = from; i < sample.length && (sample[i] as Sighting<Status>).hash === hash; i++) {
    if ((sample[i] as Sighting<Status>).key === key) return sample[i];
  }
  return undefined;
}

/** FNV-1a, its bits mixed once more so that keys that differ at their end are spread, too; 30 of them, which are stored as small integers. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 2;
}
