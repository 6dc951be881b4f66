import { endpointShows } from "@hooklane/contracts";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

/** The list's filters as they stand in the address; what is not valid there is as if it were absent. */
export const endpointListParsers = {
  show: parseAsStringLiteral(endpointShows),
  q: parseAsString,
  cursor: parseAsString,
};

export interface EndpointListFilters {
  show: (typeof endpointShows)[number] | null;
  q: string | null;
  cursor: string | null;
}

/** What the filters ask of the server. */
export const endpointListQuery = (tenantId: string, { show, q, cursor }: EndpointListFilters) => ({
  tenantId,
  ...(show && { show }),
  ...(q?.trim() && { search: q.trim().slice(0, 200) }),
  ...(cursor && { cursor }),
});
