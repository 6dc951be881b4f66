import { z } from "zod";
import { defaultFloorConfig as floorDefaults } from "../backlog-floor/backlog-floor.ts";
import { defaultLaneSizeConfig as laneDefaults, largestLane } from "../lane-size/lane-size.ts";
import { defaultPoolConfig } from "../pool/pool-permits.ts";
import { defaultHostBytesConfig } from "../rate/host-bytes.ts";
import { defaultShedConfig as shedDefaults } from "../shedding/shedding.ts";
import { defaultSickShareConfig as poolDefaults } from "../sick-share/sick-share.ts";
import { dayMs, minuteMs, secondMs } from "../time/durations.ts";
import { share, wholeNumber } from "./number-key.ts";

/** Who may have how much in flight, and for how long. */

/** Between the end of the longest attempt and the end of its lease there is at least this long, to record what came of it. */
export const leaseMarginMs = secondMs;

export const lane = z.strictObject({
  headroom: wholeNumber({
    description: "Permits beyond ⌈λ · L⌉, with λ arrivals per second and L the 99th percentile of 2xx answers.",
    unit: "permits",
    default: laneDefaults.headroom,
    min: 0,
    max: largestLane,
  }),
  min: wholeNumber({
    description: "A healthy lane never has fewer, unless its plan says so; at most `lane.start`.",
    unit: "permits",
    default: laneDefaults.min,
    min: 1,
    max: largestLane,
  }),
  start: wholeNumber({
    description: "Permits of a lane of which nothing is known yet.",
    unit: "permits",
    default: laneDefaults.start,
    min: 1,
    max: largestLane,
  }),
  sick: wholeNumber({
    description: "Permits of a sick lane: its circuit is not closed, it does not answer, or under half of its attempts succeeded.",
    unit: "permits",
    default: laneDefaults.sick,
    min: 1,
    max: largestLane,
  }),
});

export const host = z.strictObject({
  cap: wholeNumber({
    description:
      "Requests in flight to one host, over all its subscriptions. Shared fairly among the active ones; what they do not use is lent.",
    unit: "permits",
    default: 20,
    min: 1,
    max: 1_000,
  }),
  bytes_per_s: wholeNumber({
    description: "Body bytes that one host receives per second, with a burst of one second's worth.",
    unit: "bytes/s",
    default: defaultHostBytesConfig.bytes_per_s,
    min: 1_000,
    max: 10_000_000_000,
  }),
});

export const pool = z.strictObject({
  size: wholeNumber({
    description: "Requests in flight of one worker. Dealt in turns over tenants, then over each tenant's subscriptions.",
    unit: "permits",
    default: poolDefaults.size,
    min: 1,
    max: 10_000,
  }),
  sick_share: share({ description: "The part of them that all sick lanes together may hold.", default: poolDefaults.sick_share }),
  tenant_share: share({
    description:
      "The part of them that one tenant may hold while the worker knows another. Beyond it nothing is lent: the rest is for tenants within their fair share.",
    default: defaultPoolConfig.tenant_share,
  }),
});

export const floor = z.strictObject({
  share: share({
    description:
      "The part of a lane's grants that goes to its oldest due work while there is any; the others go to first attempts of the last minute.",
    default: floorDefaults.share,
  }),
});

export const shed = z.strictObject({
  deliveries: wholeNumber({
    description:
      "Pending deliveries of one subscription above which new ones are recorded dead (`backlog_shed`), unless its plan says otherwise.",
    unit: "deliveries",
    default: shedDefaults.deliveries,
    min: 1,
    max: 1_000_000_000,
  }),
  bytes: wholeNumber({
    description: "The same in bytes of payload.",
    unit: "bytes",
    default: shedDefaults.bytes,
    min: 1,
    max: 1_000_000_000_000,
  }),
  window_ms: wholeNumber({
    description: "Only a backlog that has not shrunk over this long is shed.",
    unit: "ms",
    default: shedDefaults.window_ms,
    min: 100,
    max: dayMs,
  }),
});

export const deadline = z.strictObject({
  connect_ms: wholeNumber({
    description: "Until a connection is made, name resolution and TLS included; at most `deadline.total_ms`.",
    unit: "ms",
    default: 10 * secondMs,
    min: 1,
    max: 5 * minuteMs,
  }),
  total_ms: wholeNumber({
    description: `Until an attempt has ended, reading included; at least ${leaseMarginMs} ms shorter than \`lease_ms\`.`,
    unit: "ms",
    default: 30 * secondMs,
    min: 1,
    max: 5 * minuteMs,
  }),
});
