import { publicId } from "@hooklane/contracts";
import { OTHER } from "./lane-series.ts";

/** A series as it is labelled: a subscription's id as people know it, or {@link OTHER}. */
export const seriesLabel = (series: string): string => (series === OTHER ? OTHER : publicId("subscription", series));
