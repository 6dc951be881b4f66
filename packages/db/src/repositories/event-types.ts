import type { EventTypeInput } from "@hooklane/contracts";
import { type EventType, Prisma } from "../generated/prisma/client.ts";
import { uuidV7 } from "../ids/uuid-v7.ts";
import type { Db } from "../prisma-client.ts";

/** The catalogue of one tenant: every call has the tenant's filter in it. */
export class TenantEventTypes {
  readonly #db: Db;
  readonly #tenantId: string;

  constructor(db: Db, tenantId: string) {
    this.#db = db;
    this.#tenantId = tenantId;
  }

  count = (): Promise<number> => this.#db.eventType.count({ where: { tenantId: this.#tenantId } });

  find = (name: string): Promise<EventType | null> =>
    this.#db.eventType.findUnique({ where: { tenantId_name: { tenantId: this.#tenantId, name } } });

  /** Newest first, below `beforeId`; one more than the limit, by which the caller knows whether there is more. */
  list = (limit: number, beforeId: string | undefined): Promise<EventType[]> =>
    this.#db.eventType.findMany({
      where: { tenantId: this.#tenantId, ...(beforeId && { id: { lt: beforeId } }) },
      orderBy: { id: "desc" },
      take: limit + 1,
    });

  create = (nowMs: number, name: string, input: Partial<EventTypeInput>): Promise<EventType> =>
    this.#db.eventType.create({
      data: { ...columns(input), id: uuidV7(nowMs), tenantId: this.#tenantId, name, createdAt: new Date(nowMs) },
    });

  update = (id: string, patch: Partial<EventTypeInput>): Promise<EventType> =>
    this.#db.eventType.update({ where: { id, tenantId: this.#tenantId }, data: columns(patch) });
}

/** A member that is null is taken away. */
const json = (value: unknown): Prisma.InputJsonValue | Prisma.NullableJsonNullValueInput =>
  value === null ? Prisma.DbNull : (value as Prisma.InputJsonValue);

const columns = (input: Partial<EventTypeInput>) => ({
  ...(input.description !== undefined && { description: input.description }),
  ...(input.kind && { kind: input.kind }),
  ...(input.schema !== undefined && { schema: json(input.schema) }),
  ...(input.example !== undefined && { example: json(input.example) }),
  ...(input.derived_key !== undefined && { derivedKey: json(input.derived_key) }),
  ...(input.announce_completed !== undefined && { announceCompleted: input.announce_completed }),
});
