/** One condition of readiness: resolves to true when it holds. */
export type ReadinessCheck = () => boolean | Promise<boolean>;

export interface ReadinessReport {
  ready: boolean;
  /** By name, which of them hold. */
  checks: Record<string, boolean>;
}

/** Whoever asks often costs the database no more than this. */
const FRESH_MS = 250;
const CHECK_TIMEOUT_MS = 2_000;

/** Whether this process can do its work. Many that ask at once share one answer. */
export class Readiness {
  readonly #checks: Readonly<Record<string, ReadinessCheck>>;
  #report: Promise<ReadinessReport> | undefined;
  #freshUntil = Number.NEGATIVE_INFINITY;
  #isDraining = false;

  constructor(checks: Readonly<Record<string, ReadinessCheck>>) {
    this.#checks = checks;
  }

  /** The process is about to end: it finishes what it has and wants no more. */
  drain(): void {
    this.#isDraining = true;
  }

  get isDraining(): boolean {
    return this.#isDraining;
  }

  async report(): Promise<ReadinessReport> {
    if (!this.#report || performance.now() > this.#freshUntil) this.#report = this.#ask();
    const { ready, checks } = await this.#report;
    return this.#isDraining ? { ready: false, checks: { ...checks, not_draining: false } } : { ready, checks };
  }

  async #ask(): Promise<ReadinessReport> {
    this.#freshUntil = Number.POSITIVE_INFINITY; // while the answer is being found
    const entries = await Promise.all(Object.entries(this.#checks).map(async ([name, check]) => [name, await holds(check)] as const));
    this.#freshUntil = performance.now() + FRESH_MS;
    return { ready: entries.every(([, ok]) => ok), checks: Object.fromEntries(entries) };
  }
}

/** A check that fails or takes too long does not hold. */
async function holds(check: ReadinessCheck): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
