import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import { insertSelect } from "~/db/insert-select"
import { applicationConsents, applicationLinks, applicationPictures, applications } from "~/db/schema"
import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { isSignedIn } from "../actor/actor"
import { requirePerson } from "../captcha/captcha.server"
import { categoryIdOf, cityIdOf } from "../catalog/queries.server"
import type { Ctx } from "../context"
import { createMail } from "../mail/outbox.server"
import { isWithin } from "../shared/within-limit.server"
import { consentKinds } from "./choices"
import { editableStates, isEditable, isWithdrawable, keptFor, problemsOf, withdrawableStates } from "./policy"
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
 * Throws `casting.listed`, `casting.open` for a member with an open one, `validation.failed` for an unknown city or
 * category, and `rate.limited`.
 */
export async function startApplication(ctx: Ctx, patch: ApplicationPatch): Promise<{ id: string; secret: Secret }> {
  const user = isSignedIn(ctx.actor) ? ctx.actor.user : null
  if (user?.profile) throw new AppError("casting.listed")
  await requireListed(ctx, patch)
  await ctx.limit("casting.start", user?.id ?? ctx.client.address)
  const now = ctx.now()
  const id = newId(now)
  const secret = user ? null : newToken()
  const isFree = user
    ? sql`NOT EXISTS (SELECT 1 FROM applications WHERE user_id = ${user.id} AND state NOT IN ('declined', 'withdrawn'))`
    : sql`1`
  const { meta } = await insertSelect(
    ctx.db,
    applications,
    {
      ...{ id, reference: `A-${id.slice(-8)}`, userId: user?.id, secretHash: secret && sha256(secret), state: "draft" },
      ...{ version: 1, locale: user?.locale ?? ctx.locale, writtenIn: ctx.locale },
      ...{ expiresAt: now + keptFor.draft, createdAt: now, updatedAt: now },
    },
    sql`WHERE ${isFree}`,
  )
  if (meta.changes === 0) throw new AppError("casting.open")
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
  const editable = isOwnEditable(ctx, secret, id)
  const [saved] = await ctx.db.batch([
    touch(ctx, editable, columnsOf(patch)),
    ...consentStatements(ctx, id, editable, patch),
  ])
  if (saved.meta.changes === 0) await explainRefusal(ctx, secret, id)
}

/** SQL condition for statements on `applications`: this one is theirs and editable. */
export function isOwnEditable(ctx: Ctx, secret: Secret, id: string): SQL {
  return sql`id = ${id} AND ${queries.isOf(ctx.actor, secret)} AND ${inArray(applications.state, [...editableStates])}`
}

/** Returns a statement that updates an application and its retention. */
export function touch(ctx: Ctx, which: SQL, set: Record<string, unknown> = {}) {
  const now = ctx.now()
  const { draft, changes_requested } = keptFor
  const user = isSignedIn(ctx.actor) ? ctx.actor.user : null
  return ctx.db
    .update(applications)
    .set({
      ...set,
      ...(user && { userId: sql`coalesce(user_id, ${user.id})` }),
      locale: user?.locale ?? ctx.locale,
      version: sql`version + 1`,
      expiresAt: sql`${now} + CASE state WHEN 'draft' THEN ${draft} ELSE ${changes_requested} END`,
      updatedAt: now,
    })
    .where(which)
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

function columnsOf({ first_name, city, category, languages, written_in, ...texts }: ApplicationPatch) {
  const { presentation, experience, email } = texts
  return {
    ...(first_name !== undefined && { firstName: first_name }),
    ...(city !== undefined && { cityId: cityIdOf(city) }),
    ...(category !== undefined && { categoryId: categoryIdOf(category) }),
    ...(languages !== undefined && { languages: [...new Set(languages)].join(",") }),
    ...(written_in !== undefined && { writtenIn: written_in }),
    ...(presentation !== undefined && { presentation }),
    ...(experience !== undefined && { experience }),
    ...(email !== undefined && { email }),
  }
}

/**
 * Returns statements that store ticked consents with the version and language shown and the time; unticked ones are
 * deleted.
 */
function consentStatements(ctx: Ctx, id: string, editable: SQL, patch: ApplicationPatch): BatchItem<"sqlite">[] {
  const { db } = ctx
  const version = (kind: (typeof consentKinds)[number]) => castingConsents[kind]
  return consentKinds.flatMap((kind): BatchItem<"sqlite">[] => {
    if (patch[kind] === undefined) return []
    if (!patch[kind]) {
      return [
        db
          .delete(applicationConsents)
          .where(
            and(
              eq(applicationConsents.applicationId, id),
              eq(applicationConsents.kind, kind),
              sql`EXISTS (SELECT 1 FROM applications WHERE ${editable})`,
            ),
          ),
      ]
    }
    return [
      insertSelect(
        db,
        applicationConsents,
        { applicationId: sql`id`, kind, version: version(kind), locale: ctx.locale, createdAt: ctx.now() },
        sql`FROM applications WHERE ${editable}`,
      ).onConflictDoUpdate({
        target: [applicationConsents.applicationId, applicationConsents.kind],
        set: { version: sql`excluded.version`, locale: sql`excluded.locale`, createdAt: sql`excluded.created_at` },
        setWhere: sql`${applicationConsents.version} <> excluded.version`,
      }),
    ]
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
 * `conflict.changed` and `rate.limited`.
 */
export async function submitApplication(
  ctx: Ctx,
  secret: Secret,
  id: string,
  { version, captcha }: Submission,
): Promise<void> {
  const application = await getApplication(ctx, secret, id)
  if (!isEditable(application.state)) throw new AppError("casting.sent")
  if (application.version !== version) throw new AppError("conflict.changed")
  const fields = Object.assign({}, ...Object.values(problemsOf(application)))
  if (Object.keys(fields).length > 0) throw new AppError("validation.failed", { fields })
  const user = isSignedIn(ctx.actor) ? ctx.actor.user : null
  await ctx.limit("casting.send", user?.id ?? ctx.client.address)
  if (!user) await requirePerson(ctx, captcha, application.email)
  const { db } = ctx
  const now = ctx.now()
  const asRead = sql`${isOwnEditable(ctx, secret, id)} AND version = ${version}`
  const to = application.is_member ? user?.email : application.email
  const receipt =
    to && (await isWithin(ctx, "casting.receipt", sha256(to)))
      ? createMail(ctx, {
          to,
          locale: user?.locale ?? ctx.locale,
          template: "application",
          data: { applicationId: id, state: "submitted" },
          when: sql`EXISTS (SELECT 1 FROM applications WHERE ${asRead})`,
        })
      : null
  const sent = db
    .update(applications)
    .set({
      state: "submitted",
      version: version + 1,
      submittedAt: now,
      decidedAt: null,
      expiresAt: null,
      updatedAt: now,
    })
    .where(asRead)
  const results = await db.batch([...(receipt ? [receipt.insert] : []), sent] as [typeof sent])
  if (results.at(-1)?.meta.changes === 0) throw new AppError("conflict.changed")
  receipt?.enqueue()
}

/**
 * Withdraws an application and deletes its pictures at once; a draft is deleted entirely. Throws `request.not_found`,
 * also for a closed one.
 */
export async function withdrawApplication(ctx: Ctx, secret: Secret, id: string): Promise<void> {
  const { state } = await getApplication(ctx, secret, id)
  if (state === "draft") return deleteApplication(ctx, id)
  if (!isWithdrawable(state)) throw new AppError("request.not_found")
  await withdraw(ctx, id)
}

/**
 * Withdraws an application that is known to be the applicant's. They are notified by mail, in case somebody else did
 * it.
 */
export async function withdraw(ctx: Ctx, id: string): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  const open = and(eq(applications.id, id), inArray(applications.state, [...withdrawableStates]))
  const mail = createMail(ctx, {
    ...applicantOf(id),
    template: "application",
    data: { applicationId: id, state: "withdrawn" },
    when: sql`EXISTS (SELECT 1 FROM applications WHERE ${open})`,
  })
  const [, withdrawn] = await db.batch([
    mail.insert,
    db
      .update(applications)
      .set({ state: "withdrawn", version: sql`version + 1`, expiresAt: now + keptFor.withdrawn, updatedAt: now })
      .where(open),
  ])
  if (withdrawn.meta.changes === 0) throw new AppError("request.not_found")
  mail.enqueue()
  await deletePictures(ctx, id)
}

/** SQL expressions of the applicant's e-mail and language, for their mails. */
export function applicantOf(id: string): { to: SQL; locale: SQL } {
  const of = (column: SQL) => sql`(SELECT ${column} FROM applications AS a LEFT JOIN users AS u ON u.id = a.user_id
    WHERE a.id = ${id})`
  return { to: of(sql`coalesce(u.email, a.email)`), locale: of(sql`coalesce(u.locale, a.locale)`) }
}

async function deletePictures(ctx: Ctx, id: string): Promise<void> {
  const files = await ctx.files.list(pictureFolder(id))
  await ctx.files.delete(files.map(({ key }) => key))
  await ctx.db.delete(applicationPictures).where(eq(applicationPictures.applicationId, id))
}

async function deleteApplication(ctx: Ctx, id: string): Promise<void> {
  await deletePictures(ctx, id)
  await ctx.db.delete(applications).where(eq(applications.id, id))
}

/** Deletes abandoned drafts and closed applications with their pictures, and expired links, nightly. */
export async function sweepApplications(ctx: Ctx): Promise<void> {
  await ctx.db.delete(applicationLinks).where(lt(applicationLinks.expiresAt, ctx.now()))
  for (const id of await queries.findExpired(ctx.db, ctx.now(), 500)) await deleteApplication(ctx, id)
}
