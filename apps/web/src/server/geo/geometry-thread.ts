import { parentPort } from "node:worker_threads";
import { checkTopology } from "./check-topology.ts";
import type { Geometry } from "./read-feature.ts";

/** The thread on which large geometries are judged, one after the other. */
parentPort?.on("message", (geometry: Geometry) => parentPort?.postMessage(checkTopology(geometry) ?? null));
