// Preloaded into every process of a product under test: shifts the clock of those that a file names. The file is read again and again, so a
// clock can jump while its process runs. `{"<worker id>": {"offsetMs": 7200000, "rate": 1}}`; the wall clock alone is shifted, as by an
// operator's hand; with a rate, the monotonic clock runs at it too.
import { readFileSync } from "node:fs";

const file = process.env.FAULTS_CLOCK_FILE;
const worker = process.env.HOOKLANE_WORKER_ID;
const everyMs = 200;

if (file && worker && process.argv[1]?.endsWith("apps/worker/src/main.ts")) {
  const RealDate = Date;
  const realNow = Date.now.bind(Date);
  const realMonotonic = performance.now.bind(performance);
  const started = realMonotonic();
  let shift = { offsetMs: 0, rate: 1 };
  const read = () => {
    try {
      shift = { offsetMs: 0, rate: 1, ...JSON.parse(readFileSync(file, "utf8"))[worker] };
    } catch {
      // not there, or being written: the clock goes on as it was
    }
  };
  read();
  setInterval(read, everyMs).unref();
  const gained = () => (realMonotonic() - started) * (shift.rate - 1);
  const now = () => Math.round(realNow() + shift.offsetMs + gained());
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [now()] : args));
    }
    static now() {
      return now();
    }
  };
  performance.now = () => realMonotonic() + gained();
}
