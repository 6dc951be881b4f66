import { alertStates } from "@hooklane/contracts";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";

/** What the list of alerts shows, as it stands in the address; what is not valid there is as if it were absent. */
export const alertParsers = {
  state: parseAsStringLiteral(alertStates).withDefault("open"),
  endpoint: parseAsString,
  cursor: parseAsString,
};

export interface AlertFilters {
  state: (typeof alertStates)[number];
  endpoint: string | null;
  cursor: string | null;
}

/** The call that reads this page of the list. */
export const alertQuery = (tenantId: string, { state, endpoint, cursor }: AlertFilters) => ({
  tenantId,
  state,
  ...(endpoint && { endpointId: endpoint }),
  ...(cursor && { cursor }),
});
