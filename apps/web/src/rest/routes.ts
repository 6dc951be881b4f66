import type { OpenRoute, Route } from "../server/http/route.ts";
import { getRoute as getDelivery } from "./deliveries/get.ts";
import { replayRoute as replayDelivery } from "./deliveries/replay.ts";
import { createRoute as createEventType } from "./event-types/create.ts";
import { getRoute as getEventType } from "./event-types/get.ts";
import { listRoute as listEventTypes } from "./event-types/list.ts";
import { updateRoute as updateEventType } from "./event-types/update.ts";
import { acceptRoute } from "./events/accept.ts";
import { acceptBatchRoute } from "./events/accept-batch.ts";
import { erasePayloadRoute } from "./events/erase-payload.ts";
import { getRoute as getEvent } from "./events/get.ts";
import { listRoute as listEvents } from "./events/list.ts";
import { changeRoute as changeJob } from "./jobs/change.ts";
import { getRoute as getJob } from "./jobs/get.ts";
import { updateRoute as updateJob } from "./jobs/update.ts";
import { getRoute as getLimits } from "./limits/get.ts";
import { openApiRoute } from "./openapi/get.ts";
import { createRoute } from "./subscriptions/create.ts";
import { deleteRoute } from "./subscriptions/delete.ts";
import { getRoute as getSubscription } from "./subscriptions/get.ts";
import { healthRoute } from "./subscriptions/health.ts";
import { listRoute } from "./subscriptions/list.ts";
import { listDeliveriesRoute } from "./subscriptions/list-deliveries.ts";
import { replayRoute as replaySubscription } from "./subscriptions/replay.ts";
import { revokePreviousSecretsRoute } from "./subscriptions/revoke-previous-secrets.ts";
import { rotateSecretRoute } from "./subscriptions/rotate-secret.ts";
import { sendTestRoute } from "./subscriptions/send-test.ts";
import { setStateRoute } from "./subscriptions/set-state.ts";
import { updateRoute } from "./subscriptions/update.ts";

/** The public API, call by call: what needs an API key. */
export const routes: readonly Route[] = [
  acceptRoute,
  acceptBatchRoute,
  listEvents,
  getEvent,
  erasePayloadRoute,
  createEventType,
  listEventTypes,
  getEventType,
  updateEventType,
  getLimits,
  createRoute,
  listRoute,
  getSubscription,
  updateRoute,
  deleteRoute,
  setStateRoute("pause"),
  setStateRoute("resume"),
  setStateRoute("enable"),
  rotateSecretRoute,
  revokePreviousSecretsRoute,
  sendTestRoute,
  healthRoute,
  listDeliveriesRoute,
  replaySubscription,
  getDelivery,
  replayDelivery,
  getJob,
  updateJob,
  changeJob("cancel"),
  changeJob("pause"),
  changeJob("resume"),
];

/** What everybody may read. */
export const openRoutes: readonly OpenRoute[] = [openApiRoute(() => [...routes, ...openRoutes])];
