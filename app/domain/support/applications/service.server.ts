import type { SQL } from "drizzle-orm"
import { batch } from "~/db/statements/batch"
import { hasMore } from "~/db/statements/delete-at-most"
import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requirePerson } from "../../accounts/captcha/captcha.server"
import { isSignedIn } from "../../core/actor/actor"
import type { Ctx } from "../../core/context"
import { requireCountry } from "../../core/countries/policy"
import { forEachItem, type Place, placeAfter, readTimePlace, timePlace } from "../../core/shared/lane"
import { isWithin } from "../../core/shared/rate-limit.server"
import { createMail } from "../../mail/outbox.server"
import { removeUploads } from "../../media/own-media.server"
import { withdrawnProfile } from "../../profiles/editing/workshop.server"
import { consentKinds } from "./choices"
import * as pictureQueries from "./picture-queries.server"
import { isEditable, isWithdrawable, problemsOf } from "./policy"
import * as queries from "./queries.server"
import { type Application, type ApplicationPatch, castingConsents, type Submission } from "./schema"

/** The secret of a draft, as the client stores it; null without one. */
export type Secret = string | null

/** Storage prefix of an application's pictures. */
export const pictureFolder = (applicationId: string) => `casting/${applicationId}/`

/** Returns the current application of the actor or the secret's holder, or null. */
export async function findOwnApplication(ctx: Ctx, secret: Secret): Promise<Application | null> {
  if (!isSignedIn(ctx.actor) && secret === null) return null
  const found = await queries.findApplication(ctx.db, queries.currentOf(ctx.actor, secret))
  return found && queries.toApplication(found)
}

/** Returns one of their applications. Throws `request.not_found`, also for another applicant's. */
export async function getApplication(ctx: Ctx, secret: Secret, id: string): Promise<Application> {
  const found = await queries.findApplication(ctx.db, queries.ownOf(ctx.actor, secret, id))
  if (!found) throw new AppError("request.not_found")
  return queries.toApplication(found)
}

/**
 * Starts an application with the given fields: a member's belongs to their account, a visitor's to the returned secret.
 * Throws `country.no_listing`, `casting.listed`, `casting.open` for a member with an open one, `validation.failed` for an unknown city or
 * category, and `rate.limited`.
 */
export async function startApplication(ctx: Ctx, patch: ApplicationPatch): Promise<{ id: string; secret: Secret }> {
  const user = isSignedIn(ctx.actor) ? ctx.actor.user : null
  requireCountry(ctx, "list")
  if (user?.workshop) throw new AppError("casting.listed")
  await requireListed(ctx, patch)
  await ctx.limit("casting.start", user?.id ?? ctx.client.address)
  const now = ctx.now()
  const id = newId(now)
  const secret = user ? null : newToken()
  const isStarted = await queries.insertDraft(
    ctx.db,
    {
      id,
      reference: `A-${id.slice(-8)}`,
      secretHash: secret && sha256(secret),
      ...applicantIn(ctx),
      writtenIn: ctx.locale,
    },
    now,
  )
  if (!isStarted) throw new AppError("casting.open")
  await saveApplication(ctx, secret, id, patch)
  return { id, secret }
}

/**
 * Saves an application's fields, unfinished or not. A visitor's draft becomes a member's when they continue it signed
 * in. Throws `validation.failed` for an unknown city or category, `request.not_found`, `casting.sent` once it is
 * submitted, and `rate.limited`.
 */
export async function saveApplication(ctx: Ctx, secret: Secret, id: string, patch: ApplicationPatch): Promise<void> {
  await ctx.limit("casting.save", id)
  await requireListed(ctx, patch)
  const { db } = ctx
  const now = ctx.now()
  const editable = queries.isOwnEditable(ctx.actor, secret, id)
  const consents = consentKinds
    .filter((kind) => patch[kind] !== undefined)
    .map((kind) => {
      const consent = { kind, version: castingConsents[kind], locale: ctx.locale }
      return patch[kind]
        ? queries.upsertConsent(db, editable, consent, now)
        : queries.deleteConsent(db, id, editable, kind)
    })
  const [saved] = await db.batch([
    queries.updateEditable(db, { which: editable, applicant: applicantIn(ctx), now, patch }),
    ...consents,
  ])
  if (saved.meta.changes === 0) await explainRefusal(ctx, secret, id)
}

/** The editor of an application: the member, or whoever holds its secret. */
export function applicantIn({ actor, locale }: Ctx): queries.Applicant {
  const user = isSignedIn(actor) ? actor.user : null
  return { userId: user?.id ?? null, locale: user?.locale ?? locale }
}

async function requireListed(ctx: Ctx, { city = null, category = null }: ApplicationPatch): Promise<void> {
  if (city === null && category === null) return
  const isListed = await queries.areListed(ctx.db, city, category)
  if (isListed.city && isListed.category) return
  const invalid = ["invalid" as const]
  throw new AppError("validation.failed", {
    fields: { ...(!isListed.city && { city: invalid }), ...(!isListed.category && { category: invalid }) },
  })
}

/** Throws the reason why an update matched no row. */
export async function explainRefusal(ctx: Ctx, secret: Secret, id: string): Promise<never> {
  await getApplication(ctx, secret, id)
  throw new AppError("casting.sent")
}

/**
 * Submits version `version` of an application; its applicant gets a receipt with a private link. Throws
 * `validation.failed` with everything missing or for a failed captcha, `request.not_found`, `casting.sent`,
 * `conflict.changed`, `country.no_listing` and `rate.limited`.
 */
export async function submitApplication(
  ctx: Ctx,
  secret: Secret,
  id: string,
  { version, captcha }: Submission,
): Promise<void> {
  const application = await getApplication(ctx, secret, id)
  requireCountry(ctx, "list")
  if (!isEditable(application.state)) throw new AppError("casting.sent")
  if (application.version !== version) throw new AppError("conflict.changed")
  const fields = Object.assign({}, ...Object.values(problemsOf(application)))
  if (Object.keys(fields).length > 0) throw new AppError("validation.failed", { fields })
  const user = isSignedIn(ctx.actor) ? ctx.actor.user : null
  await ctx.limit("casting.send", user?.id ?? ctx.client.address)
  if (!user) await requirePerson(ctx, captcha, application.email)
  const { db } = ctx
  const now = ctx.now()
  const asRead = queries.isOwnVersion(ctx.actor, secret, id, version)
  const to = application.is_member ? user?.email : application.email
  const receipt =
    to && (await isWithin(ctx, "casting.receipt", sha256(to)))
      ? createMail(ctx, {
          to,
          locale: user?.locale ?? ctx.locale,
          template: "application",
          data: { applicationId: id, state: "submitted" },
          when: queries.existsApplication(asRead),
        })
      : null
  const { sent } = await batch(db, {
    receipt: receipt ? receipt.insert : null,
    sent: queries.markSubmitted(db, asRead, version, now),
  })
  if (sent.meta.changes === 0) throw new AppError("conflict.changed")
  receipt?.enqueue()
}

/**
 * Withdraws an application and deletes its pictures at once; a draft is deleted entirely. Throws `request.not_found`,
 * also for a closed one, and `casting.sent` for a draft that was submitted in the meantime.
 */
export async function withdrawApplication(ctx: Ctx, secret: Secret, id: string): Promise<void> {
  const { state } = await getApplication(ctx, secret, id)
  if (state === "draft") {
    if (await deleteWithFiles(ctx, id, queries.isOwnDraft(ctx.actor, secret, id))) return
    return explainRefusal(ctx, secret, id)
  }
  if (!isWithdrawable(state)) throw new AppError("request.not_found")
  await withdraw(ctx, id)
}

/**
 * Withdraws an application that is known to be the applicant's, and the profile that it led to. They are notified by
 * mail, in case somebody else did it.
 */
export async function withdraw(ctx: Ctx, id: string): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  const open = queries.isInWithdrawableState(id)
  const mail = createMail(ctx, {
    ...queries.applicantOf(id),
    template: "application",
    data: { applicationId: id, state: "withdrawn" },
    when: queries.existsApplication(open),
  })
  const copies = await pictureQueries.findCopied(db, id)
  const [, , , , withdrawn] = await db.batch([
    mail.insert,
    ...withdrawnProfile(ctx, queries.memberOf(id), queries.existsApplication(queries.isAccepted(id))),
    queries.markWithdrawn(db, open, now),
  ])
  if (withdrawn.meta.changes === 0) throw new AppError("request.not_found")
  mail.enqueue()
  // The copies in the profile are the same pictures, which are deleted at once.
  if (copies) await removeUploads(ctx, copies)
  await deleteFiles(ctx, id)
  await pictureQueries.deletePictures(ctx.db, id)
}

async function deleteFiles(ctx: Ctx, id: string): Promise<void> {
  const files = await ctx.files.list(pictureFolder(id))
  await ctx.files.delete(files.map(({ key }) => key))
}

/**
 * Deletes this application with its files if `which` selects it; returns whether it did. It is withdrawn first: its
 * applicant can then neither save it nor add a file, and if the deletion is interrupted, the next night finishes it.
 */
async function deleteWithFiles(ctx: Ctx, id: string, which: SQL): Promise<boolean> {
  const { meta } = await queries.markWithdrawn(ctx.db, which, ctx.now(), 0)
  if (meta.changes === 0) return false
  await deleteFiles(ctx, id)
  await queries.deleteApplication(ctx.db, id)
  return true
}

const sweptAtOnce = 100

/** Deletes abandoned drafts and closed applications with their pictures, and expired links, nightly. */
export async function sweepApplications(ctx: Ctx, place: Place = null): Promise<Place> {
  const now = ctx.now()
  const hasMoreLinks = hasMore([await queries.deleteExpiredLinks(ctx.db, now)])
  const expired = await queries.findExpired(ctx.db, now, readTimePlace(place), sweptAtOnce)
  await forEachItem(
    ctx,
    expired,
    ({ id }) => id,
    async ({ id }) => void (await deleteWithFiles(ctx, id, queries.isExpired(id, now))),
  )
  return placeAfter(expired, sweptAtOnce, timePlace) ?? (hasMoreLinks ? (place ?? timePlace({ at: -1, id: "" })) : null)
}
