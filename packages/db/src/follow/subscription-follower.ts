import type pg from "pg";
import { readChangedSubscriptions, type StoredSubscription } from "../queries/read-subscriptions.ts";
import { ChangeFollower } from "./change-follower.ts";

/** Follows all subscriptions; deleted ones come with the state `deleted`. */
export class SubscriptionFollower extends ChangeFollower<StoredSubscription> {
  constructor(pool: pg.Pool, apply: (changed: readonly StoredSubscription[]) => void) {
    super(pool, readChangedSubscriptions, apply);
  }
}
