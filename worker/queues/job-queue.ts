import { openDatabase } from "~/db/client.server"
import {
  failExport as failResourceExport,
  runExport as runResourceExport,
} from "~/domain/back-office/records/exports/exports.server"
import { findResource } from "~/domain/back-office/records/registry.server"
import { reconcile, runPaymentSync } from "~/domain/billing/maintenance.server"
import { stopRenewal } from "~/domain/billing/membership.server"
import { updateProduct } from "~/domain/billing/staff/plans.server"
import { processEvent } from "~/domain/billing/sync/events.server"
import { runWithdrawal } from "~/domain/billing/withdrawal.server"
import { shareBan } from "~/domain/chat/live.server"
import type { Ctx } from "~/domain/core/context"
import type { Job } from "~/domain/core/jobs"
import { failPhoto } from "~/domain/media/photos/process.server"
import { processMediaItem } from "~/domain/media/process.server"
import { deleteVideoFiles } from "~/domain/media/videos/sweep.server"
import { sendDigest } from "~/domain/notifications/digest.server"
import { pushChatNotification, pushNotification } from "~/domain/notifications/push.server"
import { publishNotification } from "~/domain/notifications/service.server"
import { runBackup } from "~/domain/operations/backup/nightly.server"
import { runErasure } from "~/domain/privacy/erasure.server"
import { failExport, runExport } from "~/domain/privacy/export.server"
import { notifySearches } from "~/domain/profiles/saved-searches/alerts.server"
import { copyPictures } from "~/domain/support/applications/copies.server"
import { redactCheck } from "~/domain/verification/identity/renewal.server"
import { describeError } from "~/lib/describe-error"
import { createCtx } from "../context"
import { logLine } from "../middleware/request-log"
import { announceQueues } from "../realtime/announcements"

/** Attempts before an export or a photo fails and its owner may try again. An erasure is retried without limit. */
const maxAttempts = 5
const retryDelaySeconds = 60

/** Runs the long work that requests and the cron enqueue. */
export async function consumeJobs(batch: MessageBatch<Job>, env: Env, execution: ExecutionContext): Promise<void> {
  const { db, use } = openDatabase(env.DB, "first-primary")
  const waitUntil = (work: Promise<unknown>) => execution.waitUntil(work)
  const ctx = createCtx(env, db, waitUntil)
  for (const message of batch.messages) {
    try {
      await run(ctx, message.body)
      message.ack()
    } catch (error) {
      logLine("error", "job.failed", { ...message.body, ...describeError(error) })
      const isLast = message.attempts >= maxAttempts
      if (message.body.kind === "export" && isLast) {
        await failExport(ctx, message.body.requestId)
        message.ack()
      } else if (message.body.kind === "resource_export" && isLast) {
        await failResourceExport(ctx, message.body.exportId)
        message.ack()
      } else if (message.body.kind === "media" && isLast) {
        await failPhoto(ctx, message.body.mediaId)
        message.ack()
      } else {
        message.retry({ delaySeconds: retryDelaySeconds })
      }
    }
  }
  announceQueues(env, use.changedTables, waitUntil)
}

async function run(ctx: Ctx, job: Job): Promise<void> {
  switch (job.kind) {
    case "export":
      return runExport(ctx, job.requestId)
    case "erasure":
      return runErasure(ctx, job.requestId)
    case "notify":
      return publishNotification(ctx, job.notificationId)
    case "push":
      return pushNotification(ctx, job.notificationId)
    case "chat_push":
      return pushChatNotification(ctx, job.userId, job.notificationId)
    case "search_alerts":
      return notifySearches(ctx, job.profileId)
    case "digest":
      return sendDigest(ctx, job.userId)
    case "payment_event":
      return warnOfTwo(job, await processEvent(ctx, job.eventId))
    case "payment_sync":
      return warnOfTwo(job, await runPaymentSync(ctx, job.customer))
    case "product":
      return updateProduct(ctx, job.planId)
    case "backup":
      return runBackup(ctx, job.id, job.cursor)
    case "withdrawal":
      return runWithdrawal(ctx, job.withdrawalId)
    case "renewal_stop":
      return stopRenewal(ctx, job.userId)
    case "media":
      return processMediaItem(ctx, job.mediaId)
    case "application_pictures":
      return copyPictures(ctx, job)
    case "resource_export":
      return runResourceExport(ctx, job.exportId, findResource)
    case "ban_share":
      return shareBan(ctx, job.userId, job.place)
    case "identity_redaction":
      return redactCheck(ctx, job.ref)
    case "media_files":
      return deleteVideoFiles(ctx, job.mediaId)
    case "reconciliation": {
      const { isDone, found, stale } = await reconcile(ctx, job)
      if (isDone) logLine(found + stale > 0 ? "warn" : "info", "billing.reconciled", { found, stale })
      return
    }
    default:
      throw new Error(`Unknown job: ${JSON.stringify(job satisfies never)}`)
  }
}

/** Members buy one plan at most; the provider's dashboard does not prevent a second one. */
function warnOfTwo(job: Job, live: number | null): void {
  if (live !== null && live > 1) logLine("warn", "billing.two_subscriptions", { ...job, live })
}
