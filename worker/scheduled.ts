import { openDatabase } from "~/db/client.server"
import { sweepExpired } from "~/domain/accounts/sweep.server"
import { sweepAwayNotes } from "~/domain/answering/away.server"
import { sealAuditLog, sweepAuditLog } from "~/domain/audit/log.server"
import { startNightlyBackup } from "~/domain/backup/nightly.server"
import { runBillingChores, runBillingNight } from "~/domain/billing/maintenance.server"
import { sweepApplications } from "~/domain/casting/service.server"
import { sweepConsents } from "~/domain/consent/people.server"
import { makeFigures } from "~/domain/figures/rollup.server"
import { renewChecks, sweepChecks } from "~/domain/identity/renewal.server"
import { enqueueDueMail, sweepMail } from "~/domain/mail/outbox.server"
import { endSanctions } from "~/domain/moderation/sanctions/sanctions.server"
import { sweepReports } from "~/domain/moderation/service.server"
import { sendDigests } from "~/domain/notifications/digest.server"
import { startDuePushes } from "~/domain/notifications/push.server"
import { sweepNotifications } from "~/domain/notifications/service.server"
import { requeuePhotos, sweepMedia } from "~/domain/photos/sweep.server"
import { sweepLedger } from "~/domain/privacy/ledger.server"
import { requeueStale, runDailyMaintenance } from "~/domain/privacy/maintenance.server"
import { sweepAvailability } from "~/domain/profiles/availability.server"
import { sweepPurges } from "~/domain/profiles/search-upkeep/purges.server"
import { sweepRenames } from "~/domain/profiles/search-upkeep/renames.server"
import { sweepExports } from "~/domain/resources/exports/exports.server"
import { sweepStatistics } from "~/domain/statistics/service.server"
import { sweepTickets } from "~/domain/support/service.server"
import { sweepUploads } from "~/domain/videos/sweep.server"
import { createCtx } from "./context"

/** The cron in wrangler.toml that is not the nightly one. */
const everyFiveMinutes = "*/5 * * * *"

/** Runs what is due: seals of the audit log, mails, digests, pushes and lapsed availability every five minutes, deletion of expired rows at night. */
export async function runScheduled(
  { cron }: ScheduledController,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  const ctx = createCtx(env, openDatabase(env.DB, "first-primary").db, (work) => execution.waitUntil(work))
  if (cron === everyFiveMinutes) {
    await sealAuditLog(ctx)
    await endSanctions(ctx)
    await sendDigests(ctx)
    await startDuePushes(ctx)
    await enqueueDueMail(ctx)
    await sweepAvailability(ctx)
    await sweepRenames(ctx)
    await sweepPurges(ctx)
    await runBillingChores(ctx)
    await requeuePhotos(ctx)
    await sweepExports(ctx)
    return requeueStale(ctx)
  }
  await startNightlyBackup(ctx)
  await sweepLedger(ctx)
  await sweepExpired(ctx)
  await sweepMail(ctx)
  await runDailyMaintenance(ctx)
  await sweepReports(ctx)
  await sweepTickets(ctx)
  await sweepApplications(ctx)
  await sweepNotifications(ctx)
  await runBillingNight(ctx)
  await sweepUploads(ctx)
  await sweepMedia(ctx)
  await renewChecks(ctx)
  await sweepChecks(ctx)
  await sweepConsents(ctx)
  await sweepAwayNotes(ctx)
  await sweepAuditLog(ctx)
  await sweepStatistics(ctx)
  await makeFigures(ctx)
  ctx.enqueueJob({ kind: "reply_speeds", after: "" })
}
