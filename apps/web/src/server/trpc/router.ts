import { router } from "./procedures.ts";
import { signUp } from "./routers/auth/sign-up.ts";
import { get as getDelivery } from "./routers/deliveries/get.ts";
import { list as listDeliveries } from "./routers/deliveries/list.ts";
import { replay } from "./routers/deliveries/replay.ts";
import { replayMany } from "./routers/deliveries/replay-many.ts";
import { create as createEndpoint } from "./routers/endpoints/create.ts";
import { remove as deleteEndpoint } from "./routers/endpoints/delete.ts";
import { get as getEndpoint } from "./routers/endpoints/get.ts";
import { health } from "./routers/endpoints/health.ts";
import { list as listEndpoints } from "./routers/endpoints/list.ts";
import { setState } from "./routers/endpoints/set-state.ts";
import { update } from "./routers/endpoints/update.ts";
import { change as changeJob } from "./routers/jobs/change.ts";
import { get as getJob } from "./routers/jobs/get.ts";
import { list as listJobs } from "./routers/jobs/list.ts";
import { create as createKey } from "./routers/keys/create.ts";
import { list as listKeys } from "./routers/keys/list.ts";
import { revoke } from "./routers/keys/revoke.ts";
import { get as getMe } from "./routers/me/get.ts";
import { plan } from "./routers/replays/plan.ts";
import { start } from "./routers/replays/start.ts";
import { list as listSecrets } from "./routers/secrets/list.ts";
import { reveal } from "./routers/secrets/reveal.ts";
import { revokePrevious } from "./routers/secrets/revoke-previous.ts";
import { rotate } from "./routers/secrets/rotate.ts";
import { send } from "./routers/tests/send.ts";

/** What the dashboard may ask, procedure by procedure. Each calls the use-case that the public API calls too. */
export const appRouter = router({
  auth: router({ signUp }),
  me: router({ get: getMe }),
  endpoints: router({
    list: listEndpoints,
    get: getEndpoint,
    create: createEndpoint,
    update,
    pause: setState("pause"),
    resume: setState("resume"),
    enable: setState("enable"),
    delete: deleteEndpoint,
    health,
  }),
  secrets: router({ list: listSecrets, reveal, rotate, revokePrevious }),
  keys: router({ list: listKeys, create: createKey, revoke }),
  tests: router({ send }),
  deliveries: router({ list: listDeliveries, get: getDelivery, replay, replayMany }),
  replays: router({ plan, start }),
  jobs: router({ list: listJobs, get: getJob, pause: changeJob("pause"), resume: changeJob("resume"), cancel: changeJob("cancel") }),
});

export type AppRouter = typeof appRouter;
