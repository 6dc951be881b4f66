import { z } from "zod";

/** A time as answers show it: ISO 8601, UTC. */
export const timeSchema = (description: string) => z.iso.datetime().meta({ description, examples: ["2026-11-29T12:00:00.000Z"] });
