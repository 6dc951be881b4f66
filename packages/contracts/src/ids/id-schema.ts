import { z } from "zod";
import { type IdKind, idPrefixes } from "./public-id.ts";

/** An id that ends like this can be none of anybody's: for examples. */
const EXAMPLE = "06kx4v0m3ze2v9w2qk5x8d7r1c";

export const exampleId = (kind: IdKind): string => `${idPrefixes[kind]}_${EXAMPLE}`;

/** A public id as answers show it. */
export const idSchema = (kind: IdKind, description: string) =>
  z
    .string()
    .regex(new RegExp(`^${idPrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`))
    .meta({ description, examples: [exampleId(kind)] });
