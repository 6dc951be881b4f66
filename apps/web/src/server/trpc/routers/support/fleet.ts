import { getFleet } from "../../../use-cases/support/get-fleet.ts";
import { staffProcedure } from "../../procedures.ts";

export const fleet = staffProcedure.query(({ ctx }) => getFleet(ctx.services));
