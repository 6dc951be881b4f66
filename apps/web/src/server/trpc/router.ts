import { router } from "./procedures.ts";
import { change as changeAlert } from "./routers/alerts/change.ts";
import { count as countAlerts } from "./routers/alerts/count.ts";
import { get as getAlert } from "./routers/alerts/get.ts";
import { list as listAlerts } from "./routers/alerts/list.ts";
import { mute } from "./routers/alerts/mute.ts";
import { signUp } from "./routers/auth/sign-up.ts";
import { get as getDelivery } from "./routers/deliveries/get.ts";
import { list as listDeliveries } from "./routers/deliveries/list.ts";
import { replay } from "./routers/deliveries/replay.ts";
import { create as createEndpoint } from "./routers/endpoints/create.ts";
import { remove as deleteEndpoint } from "./routers/endpoints/delete.ts";
import { fault } from "./routers/endpoints/fault.ts";
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
import { setClock } from "./routers/me/set-clock.ts";
import { choose } from "./routers/notifications/choose.ts";
import { get as getNotifications } from "./routers/notifications/get.ts";
import { setDefault } from "./routers/notifications/set-default.ts";
import { get as getOverview } from "./routers/overview/get.ts";
import { plan } from "./routers/replays/plan.ts";
import { start } from "./routers/replays/start.ts";
import { list as listSecrets } from "./routers/secrets/list.ts";
import { reveal } from "./routers/secrets/reveal.ts";
import { revokePrevious } from "./routers/secrets/revoke-previous.ts";
import { rotate } from "./routers/secrets/rotate.ts";
import { get as getStatistics } from "./routers/statistics/get.ts";
import { send } from "./routers/tests/send.ts";

/** What the dashboard may ask, procedure by procedure. Each calls the use-case that the public API calls too. */
export const appRouter = router({
  auth: router({ signUp }),
  me: router({ get: getMe, setClock }),
  overview: router({ get: getOverview }),
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
    fault,
  }),
  secrets: router({ list: listSecrets, reveal, rotate, revokePrevious }),
  keys: router({ list: listKeys, create: createKey, revoke }),
  statistics: router({ get: getStatistics }),
  tests: router({ send }),
  deliveries: router({ list: listDeliveries, get: getDelivery, replay }),
  alerts: router({
    list: listAlerts,
    get: getAlert,
    count: countAlerts,
    acknowledge: changeAlert("acknowledge"),
    mute,
    reopen: changeAlert("reopen"),
    resolve: changeAlert("resolve"),
  }),
  notifications: router({ get: getNotifications, choose, setDefault }),
  replays: router({ plan, start }),
  jobs: router({ list: listJobs, get: getJob, pause: changeJob("pause"), resume: changeJob("resume"), cancel: changeJob("cancel") }),
});

export type AppRouter = typeof appRouter;
