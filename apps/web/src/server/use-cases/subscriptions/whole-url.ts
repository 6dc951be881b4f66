import { openUrl, type SealedColumns, sealedOf } from "@hooklane/db";
import type { Services } from "../../services.ts";

/** The URL of a stored subscription with its query; undefined when no key at hand opens that. */
export const wholeUrl = (
  { secretKeys }: Pick<Services, "secretKeys">,
  row: { id: string; url: string } & Pick<SealedColumns, "querySealed" | "queryKeyNumber">,
): string | undefined => openUrl(secretKeys, { ...row, sealedQuery: sealedOf(row.querySealed, row.queryKeyNumber) });
