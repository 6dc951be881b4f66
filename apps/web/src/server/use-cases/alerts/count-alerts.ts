import { countAlerts as count } from "@hooklane/db";
import type { Services } from "../../services.ts";

/** How many of a tenant's alerts are in each state that is not over. */
export const countAlerts = ({ pool }: Services, tenantId: string) => count(pool, tenantId);
