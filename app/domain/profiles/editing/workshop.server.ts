import type { SQL } from "drizzle-orm"
import { AppError } from "~/lib/errors"
import type { FieldProblem } from "~/lib/field-problems"
import { newId } from "~/lib/id"
import { isReservedName } from "../../accounts/names"
import { requireActive, requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { requireCountry } from "../../core/countries/policy"
import { requireLaunched } from "../../core/readiness/gate.server"
import { rejectedSince } from "../../media/states"
import { updateAvailability } from "../content/content-queries.server"
import {
  type FieldValues,
  fieldProblem,
  isProfileField,
  isTextField,
  languageOfText,
  type ProfileField,
  profileFields,
  textProblems,
} from "../content/fields"
import { parseRhythm } from "../content/rhythm"
import { selectSlugTaken } from "../queries.server"
import { moveOwnProfile, publishOwnProfile } from "../state-queries.server"
import { refuseTestMode } from "../test-mode-queries.server"
import { type ChecklistFacts, itemState } from "./checklist"
import { isEditable, isReviewedWhole, mayMove, type OwnerMove, ownerMoves } from "./policy"
import * as queries from "./queries.server"
import {
  type Availability,
  type FieldsSave,
  maxAvailability,
  publicationProblems,
  type Workshop,
  type WorkshopField,
} from "./schema"

type Stored = queries.StoredWorkshop

/** Returns the actor's profile as they edit it: one round trip. Throws `auth.required`, and `request.not_found` without a profile. */
export async function getWorkshop(ctx: Ctx): Promise<Workshop> {
  return toWorkshop(await findOwn(ctx))
}

async function findOwn(ctx: Ctx): Promise<Stored> {
  const { id } = requireUser(ctx)
  const found = await queries.findWorkshop(ctx.db, queries.ownProfile(id), rejectedSince(ctx.now()))
  if (!found) throw new AppError("request.not_found")
  return found
}

function toWorkshop(found: Stored): Workshop {
  const { id, slug, name, state, reason, comment, submitted_at, published_at, available_until, edits } = found
  const fields = Object.fromEntries(profileFields.map((field) => [field, toField(found, field)]))
  const facts = factsOf(found)
  return {
    id,
    slug,
    name,
    state,
    reason,
    comment,
    submitted_at,
    published_at,
    available_until,
    rhythm: parseRhythm(found.rhythm),
    fields: fields as unknown as Workshop["fields"],
    checklist: publicationProblems.map((item) => ({ item, state: itemState(facts, item) })),
    moves: (Object.keys(ownerMoves) as OwnerMove[]).filter((move) => isPossible(found, move)),
    undeclared_count: found.undeclared_count,
    draft_count: edits.filter((edit) => edit.state === "draft").length,
  }
}

function toField(found: Stored, field: ProfileField): WorkshopField {
  const row = found.edits.find((edit) => edit.field === field)
  const live = found.content[field]
  const hidden = live === "" ? (found.hidden[field] ?? null) : null
  if (!row) return { live, value: live, edit: null, hidden }
  const { state, version, reason, comment } = row
  return { live, value: JSON.parse(row.value), edit: { state, version, reason, comment }, hidden }
}

/** Returns the content as it would be if every edit were approved. */
function edited({ content, edits }: Stored): FieldValues {
  const ofProfile = edits.filter(({ field }) => isProfileField(field))
  return { ...content, ...Object.fromEntries(ofProfile.map(({ field, value }) => [field, JSON.parse(value)])) }
}

function factsOf(found: Stored): ChecklistFacts {
  const { state, problems, edits, photo_count, approved_count, refused_count, undeclared_count, identity } = found
  return {
    state,
    problems,
    edits,
    identity,
    content: edited(found),
    photos: { waiting: photo_count - approved_count, approved: approved_count, returned: refused_count },
    undeclared: undeclared_count,
  }
}

function isPossible(found: Stored, move: OwnerMove): boolean {
  if (move === "submit") {
    const hasDrafts = found.edits.some(({ state }) => state === "draft")
    return mayMove(move, found.state) || (isEditable(found.state) && hasDrafts)
  }
  return mayMove(move, found.state) && (move !== "publish" || found.problems.length === 0)
}

/**
 * Saves fields of the actor's profile as drafts, unfinished or not; a value that is the live one ends its edit. Nothing
 * public changes. Returns the versions of the edits. Throws `auth.required`, `request.not_found`, `validation.failed`
 * for what is not in the catalog, `conflict.changed` if an edit changed since it was read, and `rate.limited`.
 */
export async function saveFields(
  ctx: Ctx,
  { fields, versions, save }: FieldsSave,
): Promise<{ versions: Record<string, string | null> }> {
  const user = requireUser(ctx)
  await ctx.limit("workshop.save", user.id)
  const names = Object.keys(fields).filter(isProfileField)
  await requireListed(ctx, fields)
  const found = await findOwn(ctx)
  if (names.length === 0) return { versions: {} }
  const now = ctx.now()
  const version = save ? `${newId(now)}~${save}` : newId(now)
  const isWhole = isReviewedWhole(found.state)
  const saved = names.map((field) => {
    const value = JSON.stringify(fields[field])
    const isLive = !isWhole && value === JSON.stringify(found.content[field])
    return { field, value: isLive ? null : value, seen: versions[field] ?? null }
  })
  const written = await queries.saveEdits(ctx.db, {
    profile: { profileId: found.id, ownerId: user.id },
    saved,
    version,
    now,
  })
  if (written.length === 0) throw new AppError("conflict.changed")
  return { versions: Object.fromEntries(saved.map(({ field, value }) => [field, value === null ? null : version])) }
}

async function requireListed(ctx: Ctx, { city, category, services }: Partial<FieldValues>): Promise<void> {
  const unlisted = await queries.findUnlisted(ctx.db, {
    cities: city === undefined ? [] : [city],
    categories: category === undefined ? [] : [category],
    services: services?.map(({ service }) => service) ?? [],
  })
  if (unlisted.length === 0) return
  const fields = Object.fromEntries(unlisted.map(({ kind }) => [kind, ["invalid" as const]]))
  throw new AppError("validation.failed", { fields })
}

/**
 * Submits the actor's profile, or the edits of an approved one: what is public stays as it is until staff approve them.
 * Throws `auth.required`, `request.not_found`, `validation.failed` with every unfinished field,
 * `workshop.nothing_to_submit`, `country.no_listing`, `conflict.changed` and `rate.limited`.
 */
export async function submitProfile(ctx: Ctx): Promise<void> {
  requireActive(ctx)
  requireCountry(ctx, "list")
  const user = requireUser(ctx)
  const found = await findOwn(ctx)
  if (!isPossible(found, "submit")) throw new AppError("workshop.nothing_to_submit")
  const problems = await problemsOf(ctx, found)
  if (Object.keys(problems).length > 0) throw new AppError("validation.failed", { fields: problems })
  await ctx.limit("workshop.submit", user.id)
  const now = ctx.now()
  const when = queries.isAsRead(found)
  const { from, to } = ownerMoves.submit
  const [queued] = await ctx.db.batch([
    ...queries.submitEdits(ctx.db, found.id, when, now),
    moveOwnProfile(ctx.db, { ownerId: user.id, from, to }, now),
  ])
  if (queued.meta.changes === 0) throw new AppError("conflict.changed")
}

/** Returns what is wrong with the fields that would be submitted: all of them, or an approved profile's drafts. */
async function problemsOf(ctx: Ctx, found: Stored): Promise<Record<string, FieldProblem[]>> {
  const content = edited(found)
  const isWhole = isReviewedWhole(found.state)
  const drafts = found.edits.filter(({ state }) => state === "draft").map(({ field }) => field)
  const problems: Record<string, FieldProblem[]> = {}
  for (const field of isWhole ? profileFields : drafts.filter(isProfileField)) {
    const problem = isTextField(field) ? null : fieldProblem(field, content[field])
    if (problem) problems[field] = [problem]
  }
  // Texts that nobody changed are as they were published; but a language that is begun has to be whole.
  const sentLanguages = drafts.filter(isTextField).map(languageOfText)
  for (const [field, problem] of Object.entries(textProblems(content))) {
    const isLacking = isTextField(field)
      ? problem === "required" && sentLanguages.includes(languageOfText(field))
      : sentLanguages.length > 0
    if (isWhole || isLacking || drafts.some((draft) => draft === field)) problems[field] = [problem]
  }
  if (isWhole) {
    for (const { field, state } of found.edits) if (state === "returned") problems[field] ??= ["returned"]
    if (found.photo_count === 0) problems.photos = ["pictures_few"]
    if (found.undeclared_count > 0) problems.people = ["people_undeclared"]
  }
  if (!problems.name && isReservedName(content.name, ctx.site.name)) problems.name = ["name_reserved"]
  if (!problems.slug && (await selectSlugTaken(ctx.db, found.id, content.slug))) problems.slug = ["slug_taken"]
  return problems
}

/**
 * Publishes the actor's approved or paused profile. Throws `auth.required`, `request.not_found`,
 * `country.no_listing`, `workshop.not_publishable` while something is missing, `launch.incomplete` while the whole site is
 * not open yet, and `conflict.changed` in any other state.
 */
export async function publishProfile(ctx: Ctx): Promise<void> {
  requireActive(ctx)
  requireCountry(ctx, "list")
  const found = await findOwn(ctx)
  if (!mayMove("publish", found.state)) throw new AppError("conflict.changed")
  // Before the view that the next statement asks: a check of the provider's test mode never counts in production.
  if (!ctx.acceptsTestChecks) await refuseTestMode(ctx.db)
  await requireLaunched(ctx)
  const { from } = ownerMoves.publish
  const owned = { ownerId: requireUser(ctx).id, from, isLaunched: true }
  const { meta } = await publishOwnProfile(ctx.db, owned, ctx.now())
  if (meta.changes === 0) throw new AppError("workshop.not_publishable")
  ctx.enqueueJob({ kind: "search_alerts", profileId: found.id })
}

/** Takes the actor's profile off the site at once, until they publish it again. Throws as `publishProfile` does. */
export async function pauseProfile(ctx: Ctx): Promise<void> {
  await findOwn(ctx)
  if (!(await move(ctx, "pause"))) throw new AppError("conflict.changed")
}

/**
 * Takes the actor's profile off the site at once, and its edits out of the review; it can be submitted again. Throws
 * `auth.required`, `request.not_found`, and `conflict.changed` for a refused profile.
 */
export async function withdrawProfile(ctx: Ctx): Promise<void> {
  const found = await findOwn(ctx)
  if (found.state !== "withdrawn" && !(await move(ctx, "withdraw"))) throw new AppError("conflict.changed")
}

async function move(ctx: Ctx, name: "pause" | "withdraw"): Promise<boolean> {
  const { id } = requireUser(ctx)
  const { from, to } = ownerMoves[name]
  const [moved] = await ctx.db.batch(
    name === "withdraw" ? withdrawnProfile(ctx, id) : [moveOwnProfile(ctx.db, { ownerId: id, from, to }, ctx.now())],
  )
  return moved.meta.changes > 0
}

/** Returns the statements that withdraw the profile of `ownerId`, if they own one and `when` holds. */
export function withdrawnProfile(ctx: Pick<Ctx, "db" | "now">, ownerId: string | SQL, when?: SQL) {
  const { db } = ctx
  const now = ctx.now()
  const { from, to } = ownerMoves.withdraw
  const owned = queries.ownProfile(ownerId)
  return [
    moveOwnProfile(db, { ownerId, from, to, when }, now),
    ...queries.recallEdits(db, owned, queries.isWithdrawn(ownerId), now),
  ] as const
}

/**
 * Sets until when the actor is available, and their weekly rhythm: closed choices, which nobody reviews. Throws
 * `auth.required`, `request.not_found`, `validation.failed` for a time that is past or more than a week ahead, and
 * `rate.limited`.
 */
export async function setAvailability(ctx: Ctx, { available_until, rhythm }: Availability): Promise<void> {
  requireActive(ctx)
  const { id } = requireUser(ctx)
  await ctx.limit("workshop.save", id)
  const now = ctx.now()
  if (available_until && (available_until <= now || available_until > now + maxAvailability)) {
    throw new AppError("validation.failed", { fields: { available_until: ["invalid"] } })
  }
  const change = { availableUntil: available_until, ...(rhythm && { rhythm: [...new Set(rhythm)].join(",") }) }
  const { meta } = await updateAvailability(ctx.db, id, change, now)
  if (meta.changes === 0) throw new AppError("request.not_found")
}
