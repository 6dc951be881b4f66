export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What a process told at one moment. */
export interface Scrape {
  /** Type by metric, in the order told. */
  types: ReadonlyMap<string, string>;
  samples: readonly Sample[];
  /** The value of the one sample with these labels; undefined when there is none. Labels not given may be anything. */
  value(name: string, labels?: Record<string, string>): number | undefined;
  /** All samples with these labels added up. */
  sum(name: string, labels?: Record<string, string>): number;
}

/** Reads the text format of Prometheus. @throws Error at a line that is none of it */
export function parseScrape(text: string): Scrape {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of text.split("\n")) {
    const type = /^# TYPE (\S+) (\S+)$/.exec(line);
    if (type) types.set(type[1] as string, type[2] as string);
    if (line === "" || line.startsWith("#")) continue;
    const sample = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!sample) throw new Error(`not a sample: ${line}`);
    const labels = Object.fromEntries([...(sample[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map((match) => [match[1], match[2]]));
    samples.push({ name: sample[1] as string, labels, value: sample[3] === "+Inf" ? Number.POSITIVE_INFINITY : Number(sample[3]) });
  }
  const matching = (name: string, labels: Record<string, string> = {}): Sample[] =>
    samples.filter((sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value));
  return {
    types,
    samples,
    value: (name, labels) => matching(name, labels)[0]?.value,
    sum: (name, labels) => matching(name, labels).reduce((total, { value }) => total + value, 0),
  };
}

/** @param opsUrl where a process's operator port is, like `http://127.0.0.1:9464` */
export async function scrape(opsUrl: string): Promise<Scrape> {
  const response = await fetch(`${opsUrl}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}: ${await response.text()}`);
  return parseScrape(await response.text());
}
