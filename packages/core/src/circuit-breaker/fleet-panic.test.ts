import { expect, test } from "vitest";
import { defaultFleetPanicConfig, type FleetPanicState, fleetPanic } from "./fleet-panic.ts";

const panic = fleetPanic(defaultFleetPanicConfig);
const start = 1_700_000_000_000;
const minute = 60_000;

interface Hosts {
  readonly n: number;
  readonly tenants: number;
  readonly lost: number;
}
/** Every host seen once; the first `lost` of them unreachable. Host i belongs to tenant i mod tenants. */
function fleet({ n, tenants, lost }: Hosts, from: FleetPanicState = panic.initial(), at = start) {
  let state = from;
  for (let i = 0; i < n; i++) {
    state = panic.observe(state, { host: `h${i}.example:443`, tenantId: `ten_${i % tenants}`, isUnreachable: i < lost }, at);
  }
  return panic.judge(state, at);
}
const isPanic = (hosts: Hosts) => panic.isPanic(fleet(hosts).state);

test("over half of at least 20 active hosts of at least 3 tenants failing at once is our own network", () => {
  expect(isPanic({ n: 20, tenants: 3, lost: 11 })).toBe(true);
  expect(isPanic({ n: 20, tenants: 3, lost: 10 })).toBe(false);
  expect(isPanic({ n: 19, tenants: 3, lost: 19 })).toBe(false);
  expect(isPanic({ n: 20, tenants: 2, lost: 20 })).toBe(false);
});

test("one tenant with thousands of dead endpoints is no fault of our network", () => {
  let state = fleet({ n: 50, tenants: 50, lost: 0 }).state;
  for (let i = 0; i < 5_000; i++) {
    state = panic.judge(
      panic.observe(state, { host: `dead${i}.example:443`, tenantId: "noisy", isUnreachable: true }, start + i),
      start + i,
    ).state;
    expect(panic.isPanic(state)).toBe(false);
  }
});

test("the operator is told once when it starts and once when it ends", () => {
  const started = fleet({ n: 30, tenants: 5, lost: 30 });
  expect(started.transition).toEqual({ kind: "panic_started", at: start, activeHosts: 30, unreachableHosts: 30 });
  expect(panic.judge(started.state, start + 1_000).transition).toBeNull();
  const ended = fleet({ n: 30, tenants: 5, lost: 0 }, started.state, start + 2_000);
  expect(ended.transition).toEqual({ kind: "panic_ended", at: start + 2_000, activeHosts: 30, unreachableHosts: 0 });
  expect(panic.isPanic(ended.state)).toBe(false);
});

test("at once means now: a panic ends by time when nobody sends any more, and failures an hour ago do not start one", () => {
  const { state } = fleet({ n: 30, tenants: 5, lost: 30 });
  expect(panic.judge(state, start + minute).transition).toMatchObject({ kind: "panic_ended", activeHosts: 0 });
  expect(fleet({ n: 60, tenants: 5, lost: 0 }, fleet({ n: 60, tenants: 5, lost: 29 }).state, start + 60 * minute).transition).toBeNull();
  expect(panic.isIdle(panic.judge(state, start + minute).state, start + minute)).toBe(true);
});

test("thousands of hosts are sampled: the state stays small and the share is still told", () => {
  const many = fleet({ n: 20_000, tenants: 300, lost: 14_000 });
  expect(many.state.hosts.length).toBe(128);
  expect(many.transition?.kind).toBe("panic_started");
  expect(fleet({ n: 20_000, tenants: 300, lost: 6_000 }).transition).toBeNull();
});

test("what is seen again soon and unchanged costs no new state", () => {
  const { state } = fleet({ n: 30, tenants: 5, lost: 0 });
  expect(panic.observe(state, { host: "h3.example:443", tenantId: "ten_3", isUnreachable: false }, start + 1_000)).toBe(state);
});
