import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** What is said of one metric before it has a value: the scrape, the documentation and the code all read it here. */
export interface MetricSpec {
  readonly type: "gauge" | "counter" | "histogram";
  /** Begins with `hooklane_` and ends with its unit; that of a counter ends with `_total`. */
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper bounds of a histogram's buckets, in its unit. */
  readonly buckets?: readonly number[];
}

export type MetricSpecs = Readonly<Record<string, MetricSpec>>;

type MeterOf<S extends MetricSpec> = S["type"] extends "gauge"
  ? Gauge<S["labels"][number]>
  : S["type"] extends "counter"
    ? Counter<S["labels"][number]>
    : Histogram<S["labels"][number]>;

/** One meter per spec, under the spec's key. */
export type MetersOf<S extends MetricSpecs> = { readonly [K in keyof S]: MeterOf<S[K]> };

export const gauge = <const L extends readonly string[] = []>(name: string, help: string, labels?: L) =>
  ({ type: "gauge", name, help, labels: labels ?? ([] as unknown as L) }) as const;

export const counter = <const L extends readonly string[] = []>(name: string, help: string, labels?: L) =>
  ({ type: "counter", name, help, labels: labels ?? ([] as unknown as L) }) as const;

export const histogram = <const L extends readonly string[] = []>(name: string, help: string, buckets: readonly number[], labels?: L) =>
  ({ type: "histogram", name, help, buckets, labels: labels ?? ([] as unknown as L) }) as const;

/** Seconds: fine where a delivery is quick, coarse up to the longest request and beyond it to a day's backlog. */
export const latencySeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3_600, 86_400] as const;

/** The same for one request or statement, which has a deadline. */
export const durationSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const;

/**
 * Makes the meters of some specs in a registry.
 * @throws Error when a name is taken in the registry already
 */
export function createMeters<S extends MetricSpecs>(registry: Registry, specs: S): MetersOf<S> {
  return Object.fromEntries(Object.entries(specs).map(([key, spec]) => [key, createMeter(registry, spec)])) as unknown as MetersOf<S>;
}

function createMeter(registry: Registry, { type, name, help, labels, buckets }: MetricSpec): Gauge | Counter | Histogram {
  const config = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === "gauge") return new Gauge(config);
  if (type === "counter") return new Counter(config);
  return new Histogram({ ...config, ...(buckets && { buckets: [...buckets] }) });
}

/** Of a process of its own; nothing is shared between two. */
export const createRegistry = (): Registry => new Registry();

export type { Counter, Gauge, Histogram, Registry };
