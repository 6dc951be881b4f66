import { router } from "./procedures.ts";
import { changeEmail } from "./routers/account/change-email.ts";
import { changePassword } from "./routers/account/change-password.ts";
import { get as getAccount } from "./routers/account/get.ts";
import { rename as renameAccount } from "./routers/account/rename.ts";
import { resendConfirmation } from "./routers/account/resend-confirmation.ts";
import * as sessions from "./routers/account/sessions.ts";
import * as twoFactor from "./routers/account/two-factor.ts";
import { change as changeAlert } from "./routers/alerts/change.ts";
import { count as countAlerts } from "./routers/alerts/count.ts";
import { get as getAlert } from "./routers/alerts/get.ts";
import { list as listAlerts } from "./routers/alerts/list.ts";
import { mute } from "./routers/alerts/mute.ts";
import { list as listAudit } from "./routers/audit/list.ts";
import { confirmEmail } from "./routers/auth/confirm-email.ts";
import { options } from "./routers/auth/options.ts";
import { requestReset } from "./routers/auth/request-reset.ts";
import { resetPassword } from "./routers/auth/reset-password.ts";
import { signUp } from "./routers/auth/sign-up.ts";
import { get as getDelivery } from "./routers/deliveries/get.ts";
import { list as listDeliveries } from "./routers/deliveries/list.ts";
import { replay } from "./routers/deliveries/replay.ts";
import { replayMany } from "./routers/deliveries/replay-many.ts";
import { create as createEndpoint } from "./routers/endpoints/create.ts";
import { remove as deleteEndpoint } from "./routers/endpoints/delete.ts";
import { fault } from "./routers/endpoints/fault.ts";
import { get as getEndpoint } from "./routers/endpoints/get.ts";
import { health } from "./routers/endpoints/health.ts";
import { list as listEndpoints } from "./routers/endpoints/list.ts";
import { setState } from "./routers/endpoints/set-state.ts";
import { update } from "./routers/endpoints/update.ts";
import { create as createEventType } from "./routers/event-types/create.ts";
import { get as getEventType } from "./routers/event-types/get.ts";
import { history } from "./routers/event-types/history.ts";
import { list as listEventTypes } from "./routers/event-types/list.ts";
import { subscribers } from "./routers/event-types/subscribers.ts";
import { update as updateEventType } from "./routers/event-types/update.ts";
import { volumes } from "./routers/event-types/volumes.ts";
import { erasePayload } from "./routers/events/erase-payload.ts";
import { get as getEvent } from "./routers/events/get.ts";
import { list as listEvents } from "./routers/events/list.ts";
import { get as getInbox } from "./routers/inbox/get.ts";
import { open as openInbox } from "./routers/inbox/open.ts";
import { accept as acceptInvitation } from "./routers/invitations/accept.ts";
import { create as createInvitation } from "./routers/invitations/create.ts";
import { join as joinByInvitation } from "./routers/invitations/join.ts";
import { look as lookAtInvitation } from "./routers/invitations/look.ts";
import { resend as resendInvitation } from "./routers/invitations/resend.ts";
import { revoke as revokeInvitation } from "./routers/invitations/revoke.ts";
import { change as changeJob } from "./routers/jobs/change.ts";
import { get as getJob } from "./routers/jobs/get.ts";
import { list as listJobs } from "./routers/jobs/list.ts";
import { setRate } from "./routers/jobs/set-rate.ts";
import { create as createKey } from "./routers/keys/create.ts";
import { list as listKeys } from "./routers/keys/list.ts";
import { revoke } from "./routers/keys/revoke.ts";
import { get as getMe } from "./routers/me/get.ts";
import { setClock } from "./routers/me/set-clock.ts";
import { changeRole } from "./routers/members/change-role.ts";
import { leave } from "./routers/members/leave.ts";
import { list as listMembers } from "./routers/members/list.ts";
import { remove as removeMember } from "./routers/members/remove.ts";
import { choose } from "./routers/notifications/choose.ts";
import { get as getNotifications } from "./routers/notifications/get.ts";
import { setDefault } from "./routers/notifications/set-default.ts";
import { get as getOverview } from "./routers/overview/get.ts";
import { plan } from "./routers/replays/plan.ts";
import { start } from "./routers/replays/start.ts";
import { find } from "./routers/search/find.ts";
import { list as listSecrets } from "./routers/secrets/list.ts";
import { reveal } from "./routers/secrets/reveal.ts";
import { revokePrevious } from "./routers/secrets/revoke-previous.ts";
import { rotate } from "./routers/secrets/rotate.ts";
import { get as getStatistics } from "./routers/statistics/get.ts";
import { applyCapacity, capacity } from "./routers/support/capacity.ts";
import { changeLimits } from "./routers/support/change-limits.ts";
import { elevateVisit } from "./routers/support/elevate-visit.ts";
import { explain } from "./routers/support/explain.ts";
import { fleet } from "./routers/support/fleet.ts";
import { getTenant } from "./routers/support/get-tenant.ts";
import { hostLimits, setHostLimit } from "./routers/support/host-limits.ts";
import { jobQueues } from "./routers/support/job-queues.ts";
import { outbox, readMail } from "./routers/support/outbox.ts";
import { retryJob } from "./routers/support/retry-job.ts";
import { searchTenants } from "./routers/support/search-tenants.ts";
import { startVisit } from "./routers/support/start-visit.ts";
import { stopVisit } from "./routers/support/stop-visit.ts";
import { send } from "./routers/tests/send.ts";

import { create as createWorkspace } from "./routers/workspace/create.ts";
import { remove as deleteWorkspace, keep as keepWorkspace } from "./routers/workspace/delete.ts";
import { rename as renameWorkspace } from "./routers/workspace/rename.ts";

/** What the dashboard may ask, procedure by procedure. Each calls the use-case that the public API calls too. */
export const appRouter = router({
  overview: router({ get: getOverview }),
  auth: router({ options, signUp, confirmEmail, requestReset, resetPassword }),
  me: router({ get: getMe, setClock }),
  account: router({ get: getAccount, rename: renameAccount, changePassword, changeEmail, resendConfirmation }),
  sessions: router(sessions),
  twoFactor: router(twoFactor),
  workspace: router({ create: createWorkspace, rename: renameWorkspace, delete: deleteWorkspace, keep: keepWorkspace }),
  members: router({ list: listMembers, changeRole, remove: removeMember, leave }),
  invitations: router({
    create: createInvitation,
    resend: resendInvitation,
    revoke: revokeInvitation,
    look: lookAtInvitation,
    accept: acceptInvitation,
    join: joinByInvitation,
  }),
  audit: router({ list: listAudit }),
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
  deliveries: router({ list: listDeliveries, get: getDelivery, replay, replayMany }),
  events: router({ list: listEvents, get: getEvent, erasePayload }),
  eventTypes: router({
    list: listEventTypes,
    get: getEventType,
    create: createEventType,
    update: updateEventType,
    volumes,
    history,
    subscribers,
  }),
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
  inbox: router({ get: getInbox, open: openInbox }),
  search: router({ find }),
  replays: router({ plan, start }),
  jobs: router({
    list: listJobs,
    get: getJob,
    setRate,
    pause: changeJob("pause"),
    resume: changeJob("resume"),
    cancel: changeJob("cancel"),
  }),
  support: router({
    startVisit,
    elevateVisit,
    stopVisit,
    searchTenants,
    getTenant,
    fleet,
    jobQueues,
    retryJob,
    explain,
    changeLimits,
    hostLimits,
    setHostLimit,
    capacity,
    applyCapacity,
    outbox,
    readMail,
  }),
});

export type AppRouter = typeof appRouter;
