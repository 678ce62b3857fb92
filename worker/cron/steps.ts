import { sweepImpersonations } from "~/domain/accounts/impersonation/impersonation.server"
import { sweepExpired } from "~/domain/accounts/sweep.server"
import { makeFigures } from "~/domain/back-office/analytics/rollup.server"
import { requeueExports, sweepExports } from "~/domain/back-office/records/exports/exports.server"
import {
  requeueRenewalStops,
  requeueUnpaidStops,
  sendCardNotices,
  sendRenewalNotices,
  startReconciliation,
  sweepBilling,
  sweepGrants,
} from "~/domain/billing/maintenance.server"
import { requeueProducts } from "~/domain/billing/staff/plans.server"
import { requeueEvents } from "~/domain/billing/sync/events.server"
import { requeueWithdrawals } from "~/domain/billing/withdrawal.server"
import { sweepAwayNotes } from "~/domain/chat/replies/away.server"
import { makeReplySpeeds } from "~/domain/chat/replies/reply-speed.server"
import { sweepChanges } from "~/domain/content/service.server"
import { anchorAuditLog } from "~/domain/core/audit/archive/anchors.server"
import { archiveAuditLog } from "~/domain/core/audit/archive/archive.server"
import { sealAuditLog, sweepAuditLog, sweepPersonalReads } from "~/domain/core/audit/log.server"
import type { Ctx } from "~/domain/core/context"
import { sweepCountryChanges } from "~/domain/core/countries/service.server"
import { sweepIdempotencyKeys } from "~/domain/core/idempotency/single-request.server"
import type { Place } from "~/domain/core/shared/lane"
import { sweepDecisions } from "~/domain/decisions/decisions.server"
import { sweepSecondLooks } from "~/domain/decisions/second-look/second-look.server"
import { enqueueDueMail, sweepMail } from "~/domain/mail/outbox.server"
import { requeuePhotos, sweepMedia, sweepOriginals, sweepOrphans } from "~/domain/media/photos/sweep.server"
import { sweepUploads } from "~/domain/media/videos/sweep.server"
import { sendDigests } from "~/domain/notifications/digest.server"
import { startDuePushes } from "~/domain/notifications/push.server"
import { sweepNotifications } from "~/domain/notifications/service.server"
import { sweepDeadLetters } from "~/domain/operations/background/dead-letters.server"
import { watchLanes } from "~/domain/operations/background/watch.server"
import { startNightlyBackup } from "~/domain/operations/backup/nightly.server"
import { watchReadiness } from "~/domain/operations/readiness/watch.server"
import { sendErasureReminders } from "~/domain/privacy/erasure.server"
import { sweepLedger } from "~/domain/privacy/ledger.server"
import {
  requeueDataExports,
  requeueErasures,
  startErasures,
  sweepDataRequests,
} from "~/domain/privacy/maintenance.server"
import { sweepAvailability } from "~/domain/profiles/availability.server"
import { sweepCalendars } from "~/domain/profiles/calendar/entries.server"
import { readDueFeeds } from "~/domain/profiles/calendar/feeds/feeds.server"
import { requeueAlerts } from "~/domain/profiles/saved-searches/alerts.server"
import { sweepPurges } from "~/domain/profiles/search-upkeep/purges.server"
import { sweepRenames } from "~/domain/profiles/search-upkeep/renames.server"
import { sweepStatistics } from "~/domain/profiles/statistics/service.server"
import { alertLeads } from "~/domain/safety/alerts.server"
import { endReports } from "~/domain/safety/cases/reports.server"
import { sweepHelpRequests } from "~/domain/safety/help/help.server"
import { endSanctions } from "~/domain/safety/sanctions/sanctions.server"
import { sweepReports } from "~/domain/safety/service.server"
import { requeuePictures } from "~/domain/support/applications/copies.server"
import { sweepApplications } from "~/domain/support/applications/service.server"
import { sweepTickets } from "~/domain/support/tickets/service.server"
import { sweepConsents } from "~/domain/verification/consent/people.server"
import { renewChecks, requeueRedactions, sweepChecks } from "~/domain/verification/identity/renewal.server"

export interface Step {
  every: "five_minutes" | "night"
  /** Does a part, within a message's limits (1,000 statements of D1); returns where the next one goes on. */
  run: (ctx: Ctx, place: Place) => Promise<Place>
}

const frequent = (run: Step["run"]): Step => ({ every: "five_minutes", run })
const nightly = (run: Step["run"]): Step => ({ every: "night", run })

/** Steps of the cron. Each runs by itself and is safe to repeat; its name is in the log and in `cron_runs`. */
export const steps = {
  watchLanes: frequent(watchLanes),
  watchReadiness: frequent(watchReadiness),
  sealAuditLog: frequent(sealAuditLog),
  endSanctions: frequent(endSanctions),
  alertLeads: frequent(alertLeads),
  endReports: frequent(endReports),
  sendDigests: frequent(sendDigests),
  startDuePushes: frequent(startDuePushes),
  enqueueDueMail: frequent(enqueueDueMail),
  sweepAvailability: frequent((ctx) => sweepAvailability(ctx)),
  sweepRenames: frequent((ctx) => sweepRenames(ctx)),
  sweepPurges: frequent((ctx) => sweepPurges(ctx)),
  readDueFeeds: frequent(readDueFeeds),
  sweepChanges: frequent(sweepChanges),
  requeueEvents: frequent(requeueEvents),
  requeueWithdrawals: frequent(requeueWithdrawals),
  sweepGrants: frequent(sweepGrants),
  sweepCountryChanges: frequent(sweepCountryChanges),
  requeueAlerts: frequent(requeueAlerts),
  requeuePhotos: frequent(requeuePhotos),
  requeuePictures: frequent(requeuePictures),
  requeueExports: frequent(requeueExports),
  sweepExports: frequent(sweepExports),
  requeueDataExports: frequent(requeueDataExports),
  requeueErasures: frequent(requeueErasures),

  startNightlyBackup: nightly(startNightlyBackup),
  sweepLedger: nightly(sweepLedger),
  sweepExpired: nightly(sweepExpired),
  sweepImpersonations: nightly(sweepImpersonations),
  sweepIdempotencyKeys: nightly(sweepIdempotencyKeys),
  sweepMail: nightly(sweepMail),
  startErasures: nightly(startErasures),
  sendErasureReminders: nightly(sendErasureReminders),
  sweepDataRequests: nightly(sweepDataRequests),
  sweepDecisions: nightly(sweepDecisions),
  sweepSecondLooks: nightly(sweepSecondLooks),
  sweepReports: nightly(sweepReports),
  sweepHelpRequests: nightly(sweepHelpRequests),
  sweepTickets: nightly(sweepTickets),
  sweepApplications: nightly(sweepApplications),
  sweepNotifications: nightly(sweepNotifications),
  requeueRenewalStops: nightly(requeueRenewalStops),
  requeueUnpaidStops: nightly(requeueUnpaidStops),
  sendRenewalNotices: nightly(sendRenewalNotices),
  sendCardNotices: nightly(sendCardNotices),
  sweepBilling: nightly(sweepBilling),
  requeueProducts: nightly(requeueProducts),
  startReconciliation: nightly(startReconciliation),
  sweepUploads: nightly(sweepUploads),
  sweepOriginals: nightly(sweepOriginals),
  sweepMedia: nightly(sweepMedia),
  sweepOrphans: nightly(sweepOrphans),
  renewChecks: nightly(renewChecks),
  requeueRedactions: nightly(requeueRedactions),
  sweepChecks: nightly(sweepChecks),
  sweepCalendars: nightly((ctx) => sweepCalendars(ctx)),
  sweepConsents: nightly(sweepConsents),
  sweepAwayNotes: nightly(sweepAwayNotes),
  sweepAuditLog: nightly(sweepAuditLog),
  archiveAuditLog: nightly((ctx) => archiveAuditLog(ctx)),
  anchorAuditLog: nightly(anchorAuditLog),
  sweepPersonalReads: nightly(sweepPersonalReads),
  sweepStatistics: nightly(sweepStatistics),
  sweepDeadLetters: nightly(sweepDeadLetters),
  makeFigures: nightly(makeFigures),
  makeReplySpeeds: nightly(makeReplySpeeds),
} satisfies Record<string, Step>

export type StepName = keyof typeof steps
