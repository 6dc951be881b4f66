import pg from "pg";
import { noticesSilence } from "../pools/pools.ts";

const MIN_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;
const HEARTBEAT_MS = 15_000;

export interface ListenerOptions {
  url: string;
  channels: readonly string[];
  onMessage: (channel: string, payload: string) => void;
  /** The session is there (again): what was announced meanwhile is lost, so the caller looks for itself. */
  onConnected: () => void;
  onError: (error: Error) => void;
}

/** A session that listens, for as long as the process lives: it reconnects without limit and notices a silent connection by a heartbeat. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = MIN_RETRY_MS;
  #stopped = false;
  #listening = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Resolves when the first connection listens. */
  async start(): Promise<void> {
    await this.#connect();
  }

  /** False from the moment that a lost connection is noticed until there is another. */
  get isListening(): boolean {
    return this.#listening;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#listening = false;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: "hooklane-listener",
      ...noticesSilence,
      query_timeout: 10_000,
    });
    this.#client = client;
    client.on("error", this.#options.onError);
    client.on("notification", ({ channel, payload }) => this.#options.onMessage(channel, payload ?? ""));
    client.once("end", () => this.#again(client));
    try {
      await client.connect();
      for (const channel of this.#options.channels) await client.query(`LISTEN "${channel}"`);
    } catch (error) {
      this.#options.onError(error as Error);
      this.#drop(client);
      return;
    }
    this.#retryMs = MIN_RETRY_MS;
    this.#listening = true;
    this.#options.onConnected();
    this.#beat(client);
  }

  #beat(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query("SELECT 1").then(
        () => this.#client === client && !this.#stopped && this.#beat(client),
        (error: Error) => {
          this.#options.onError(error);
          this.#drop(client);
        },
      );
    }, HEARTBEAT_MS).unref();
  }

  /** Gives a connection up without waiting for the other side to agree. */
  #drop(client: pg.Client): void {
    client.end().catch(() => {});
    this.#again(client);
  }

  #again(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    this.#listening = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }
}
