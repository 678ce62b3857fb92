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
import { newMail } from "../mail/outbox.server"
import { isWithin } from "../shared/within-limit.server"
import { consentKinds } from "./choices"
import { editableStates, isEditable, isWithdrawable, keptFor, problemsOf, withdrawableStates } from "./policy"
import * as queries from "./queries.server"
import { type Application, type ApplicationPatch, castingConsents, type Submission } from "./schema"

/** The secret of a draft, as a browser or a program keeps it; null where there is none. */
export type Secret = string | null

/** Where the pictures of an application lie. */
export const pictureFolder = (applicationId: string) => `casting/${applicationId}/`

/** The application that the actor, or the holder of the secret, has now; null for none. */
export async function findOwnApplication(ctx: Ctx, secret: Secret): Promise<Application | null> {
  if (!isSignedIn(ctx.actor) && secret === null) return null
  const found = await queries.findApplication(ctx.db, queries.currentOf(ctx.actor, secret))
  return found && queries.toApplication(found)
}

/** One of theirs. Throws `request.not_found`, for another's as for none. */
export async function getApplication(ctx: Ctx, secret: Secret, id: string): Promise<Application> {
  const found = await queries.findApplication(ctx.db, queries.ownOf(ctx.actor, secret, id))
  if (!found) throw new AppError("request.not_found")
  return queries.toApplication(found)
}

/**
 * Begins an application, by a person for themselves, with what there is of it: a member's belongs to their account, a visitor's to the
 * secret that is given back. Throws `casting.listed`, `casting.open` for a member who has one under way, `validation.failed` for a city
 * or category that is not ours, and `rate.limited`.
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
 * Keeps what was typed, as unfinished as it is. A member who goes on with a visitor's draft makes it theirs. Throws `validation.failed`
 * for a city or category that is not ours, `request.not_found`, `casting.sent` once it is with us, and `rate.limited`.
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

/** The condition, for any statement on `applications`, that this one is theirs and may be changed. */
export function isOwnEditable(ctx: Ctx, secret: Secret, id: string): SQL {
  return sql`id = ${id} AND ${queries.isOf(ctx.actor, secret)} AND ${inArray(applications.state, [...editableStates])}`
}

/** A statement: notes that an application was changed, and from when on it is forgotten. */
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

function columnsOf({ first_name, city, category, languages, written_in, ...words }: ApplicationPatch) {
  const { presentation, experience, email } = words
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

/** What was ticked is kept with the version and language that were read, and from when on; a tick that is gone takes it back. */
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

/** Why nothing was changed. */
export async function explainRefusal(ctx: Ctx, secret: Secret, id: string): Promise<never> {
  await getApplication(ctx, secret, id)
  throw new AppError("casting.sent")
}

/**
 * Sends an application as it was read (`version`); its applicant gets a receipt with a private link. Throws `validation.failed` with all
 * that is missing or for who is no person, `request.not_found`, `casting.sent`, `conflict.changed` and `rate.limited`.
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
      ? newMail(ctx, {
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
  receipt?.wake()
}

/**
 * Takes an application back, in one step: its pictures are deleted at once; a draft goes as a whole. Throws `request.not_found`, also
 * for one that is over.
 */
export async function withdrawApplication(ctx: Ctx, secret: Secret, id: string): Promise<void> {
  const { state } = await getApplication(ctx, secret, id)
  if (state === "draft") return deleteApplication(ctx, id)
  if (!isWithdrawable(state)) throw new AppError("request.not_found")
  await withdraw(ctx, id)
}

/** Of an application that is known to be the applicant's. A mail says so: it may have been somebody else who pressed. */
export async function withdraw(ctx: Ctx, id: string): Promise<void> {
  const { db } = ctx
  const now = ctx.now()
  const open = and(eq(applications.id, id), inArray(applications.state, [...withdrawableStates]))
  const mail = newMail(ctx, {
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
  mail.wake()
  await deletePictures(ctx, id)
}

/** The address and language of whoever applied, for their mails. */
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

/** The nightly sweep of drafts that were left, and of what came to nothing, each with its pictures; and of old links. */
export async function sweepApplications(ctx: Ctx): Promise<void> {
  await ctx.db.delete(applicationLinks).where(lt(applicationLinks.expiresAt, ctx.now()))
  for (const id of await queries.findExpired(ctx.db, ctx.now(), 500)) await deleteApplication(ctx, id)
}
