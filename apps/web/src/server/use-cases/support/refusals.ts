import { refuse } from "../../result.ts";

export const visitsAlready = refuse("forbidden", "You are on a visit: stop it first. One visit never leads into another.");

export const visitsNobody = refuse("forbidden", "No visit is under way.");
