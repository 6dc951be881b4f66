import type pg from "pg";
import { readChangedEventTypes, type StoredEventType } from "../queries/read-event-types.ts";
import { ChangeFollower } from "./change-follower.ts";

/** Follows the catalogues of all tenants. */
export class EventTypeFollower extends ChangeFollower<StoredEventType> {
  constructor(pool: pg.Pool, apply: (changed: readonly StoredEventType[]) => void) {
    super(pool, readChangedEventTypes, apply);
  }
}
