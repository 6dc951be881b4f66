import { createHash } from "node:crypto";
import { SHARDS } from "../queries/shards.ts";

/** The shard that holds a host's deliveries. Stored with the subscription: a change of this function moves nothing by itself. */
export const shardOf = (host: string): number => createHash("sha256").update(host).digest().readUInt16BE(0) % SHARDS;
