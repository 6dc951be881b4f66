import type { EpochMs, Random, TransportError } from "@hooklane/core";
import { answering, blackHole, during, failing, hanging, losingAnswers, mixed, type Spell, throttling } from "../endpoints/behaviours.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import { logNormalLatency } from "../endpoints/latency.ts";
import { LimitedEndpoint } from "../endpoints/limited-endpoint.ts";
import { oneOf, uniform, wholeNumber } from "../world/random-stream.ts";
import { worldStartMs } from "../world/timeline.ts";

const transportFaults: readonly TransportError[] = [
  "dns_nxdomain",
  "dns_failure",
  "connect_refused",
  "connect_reset",
  "tls_error",
  "reset_before_response",
  "protocol_error",
];

/** An endpoint with a character and, often, spells of something else. */
export function randomEndpoint(random: Random, lengthMs: number): Endpoint {
  const latency = logNormalLatency(uniform(random, 5, 800), uniform(random, 0.2, 1.2));
  const healthy = answering(random() < 0.9 ? 200 : 204, latency);
  const usual = usualOf(random, healthy);
  const spells: Spell[] = [];
  for (let count = wholeNumber(random, 0, 3); count > 0; count--) spells.push(randomSpell(random, lengthMs));
  return spells.length === 0 ? usual : during(spells, usual);
}

function usualOf(random: Random, healthy: Endpoint): Endpoint {
  const latency = logNormalLatency(uniform(random, 5, 200), 0.5);
  switch (wholeNumber(random, 0, 9)) {
    case 0:
      return mixed(healthy, answering(500, latency), random());
    case 1:
      return mixed(healthy, failing(oneOf(random, transportFaults)), random() * 0.5);
    case 2:
      return losingAnswers(healthy, random() * 0.2);
    case 3:
      return throttling(healthy, uniform(random, 0.05, 2), random() < 0.7 ? wholeNumber(random, 1, 900) : undefined);
    case 4:
      return new LimitedEndpoint({
        capacityPerS: uniform(random, 0.2, 5),
        latency: logNormalLatency(50, 0.5),
        breaksAbove: wholeNumber(random, 3, 60),
        acceptsAtOnce: random() < 0.5,
        restartMs: wholeNumber(random, 5, 300) * 1_000,
      });
    case 5:
      return mixed(healthy, answering(oneOf(random, [400, 401, 404, 422]), latency), random() * 0.3);
    default:
      return healthy;
  }
}

function randomSpell(random: Random, lengthMs: number): Spell {
  const from: EpochMs = worldStartMs + Math.round(uniform(random, 0, lengthMs));
  // Mostly minutes, sometimes half of the world.
  const until = from + Math.round(lengthMs * uniform(random, 0.001, 0.7) ** 2);
  return { from, until, endpoint: badEndpoint(random) };
}

function badEndpoint(random: Random): Endpoint {
  switch (wholeNumber(random, 0, 5)) {
    case 0:
      return blackHole;
    case 1:
      return hanging;
    case 2:
      return answering(oneOf(random, [500, 502, 503, 301, 408, 425]), logNormalLatency(30, 0.5));
    case 3:
      return failing(oneOf(random, transportFaults));
    case 4:
      return mixed(answering(200, logNormalLatency(50, 0.5)), hanging, uniform(random, 0.1, 0.9));
    default:
      return answering(429, logNormalLatency(10, 0.5));
  }
}
