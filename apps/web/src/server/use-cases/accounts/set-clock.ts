import type { UserActor } from "../../auth/actor.ts";
import type { Services } from "../../services.ts";

/** Keeps whether a person wants exact times in UTC instead of their browser's zone. */
export async function setClock({ db }: Services, actor: UserActor, utc: boolean): Promise<{ utc: boolean }> {
  await db.user.update({ where: { id: actor.userId }, data: { utcClock: utc } });
  return { utc };
}
