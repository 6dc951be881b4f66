import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { counter, createMeters, gauge, type Registry } from "./metric-spec.ts";

export const processMetrics = {
  eventLoopDelay: gauge("hooklane_event_loop_delay_seconds", "How late the event loop's timers were over the last whole window of 10 s.", [
    "quantile",
  ]),
  eventLoopUse: gauge(
    "hooklane_event_loop_utilization_ratio",
    "Share of the time since the last scrape that the event loop was busy, 0 to 1.",
  ),
  resident: gauge("hooklane_process_resident_bytes", "Memory of the process that is in RAM."),
  heap: gauge("hooklane_process_heap_used_bytes", "JavaScript heap in use. Divided by hooklane_lanes it bounds the bytes per lane."),
  external: gauge("hooklane_process_external_bytes", "Memory outside the JavaScript heap that its objects hold, payload buffers among it."),
  cpu: counter("hooklane_process_cpu_seconds_total", "Processor time of the process, user and system."),
  started: gauge("hooklane_process_start_time_seconds", "When the process began, in seconds since 1970."),
} as const;

const WINDOW_MS = 10_000;
const NS_PER_S = 1e9;

export interface ScrapePart {
  /** Brings its meters up to date; called before each scrape. */
  refresh: () => void;
  stop: () => void;
}

/** Registers and follows what every process of ours tells of itself. */
export function watchProcess(registry: Registry): ScrapePart {
  const meters = createMeters(registry, processMetrics);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let since = performance.eventLoopUtilization();
  let seconds = 0;
  meters.started.set((Date.now() - performance.now()) / 1_000);
  const turn = (): void => {
    // The monitor counts its own interval as delay
    const late = (ns: number): number => Math.max(0, ns / NS_PER_S - 0.01);
    meters.eventLoopDelay.set({ quantile: "0.5" }, late(delay.percentile(50)));
    meters.eventLoopDelay.set({ quantile: "0.99" }, late(delay.percentile(99)));
    meters.eventLoopDelay.set({ quantile: "1" }, late(delay.max));
    delay.reset();
  };
  const timer = setInterval(turn, WINDOW_MS).unref();
  return {
    refresh: () => {
      const now = performance.eventLoopUtilization();
      meters.eventLoopUse.set(performance.eventLoopUtilization(now, since).utilization);
      since = now;
      const { rss, heapUsed, external } = process.memoryUsage();
      meters.resident.set(rss);
      meters.heap.set(heapUsed);
      meters.external.set(external);
      const { user, system } = process.cpuUsage();
      const total = (user + system) / 1e6;
      meters.cpu.inc(total - seconds);
      seconds = total;
    },
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
