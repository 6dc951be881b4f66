import { z } from "zod";
import { MAX_NAME_CHARACTERS } from "./credentials.ts";

/** A deleted workspace can be kept after all for so many days. */
export const DELETION_GRACE_DAYS = 7;

export const workspaceNameSchema = z
  .string()
  .trim()
  .min(1, "a name is missing")
  .max(MAX_NAME_CHARACTERS, `a name has at most ${MAX_NAME_CHARACTERS} characters`);

export const createWorkspaceSchema = z.strictObject({ name: workspaceNameSchema });
