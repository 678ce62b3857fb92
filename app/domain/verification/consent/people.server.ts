import { hasMore } from "~/db/statements/delete-at-most"
import { newToken, sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { type Place, placeWhile } from "../../core/shared/lane"
import { deleteEnded, isLike, isLikeAny } from "../../media/likeness/queries.server"
import { inherit } from "../../media/likeness/recognition.server"
import { averageColor, findColors } from "../../media/service.server"
import { writePass } from "../../media/signed-url.server"
import { summarizeMedia } from "../../media/summary-queries.server"
import { findOwn } from "../../media/uploads/queries.server"
import { consentLifetime, consentLinkLifetime, maxPeople } from "./policy"
import * as queries from "./queries.server"
import type { Declaration, DeclaredMediaItem, FirstDeclarations, OwnPeople, PersonForm } from "./schema"

/** States of media that somebody may ever see. */
const shownStates = ["uploaded", "processing", "ready", "approved", "reported"]
const pictured = ["ready", "approved", "reported"]

/** Returns the people in the actor's photos and videos. Throws `auth.required`, and `request.not_found` without a profile. */
export async function getPeople(ctx: Ctx): Promise<OwnPeople> {
  const { userId, profileId } = requireOwner(ctx)
  const [rows, found] = await Promise.all([
    findOwn(ctx.db, userId, { rejectedSince: ctx.now() }),
    queries.findPeople(ctx.db, profileId),
  ])
  const media = rows
    .filter(({ state }) => shownStates.includes(state))
    .map(async ({ id, kind, visibility, state, width, height, thumbhash }): Promise<DeclaredMediaItem> => {
      const declared = found.declarations.find(({ media_id }) => media_id === id)
      const isPictured = pictured.includes(state)
      return {
        id,
        kind,
        visibility,
        state,
        width: isPictured ? width : null,
        height: isPictured ? height : null,
        // A video may have no poster yet.
        color: isPictured && thumbhash ? averageColor(thumbhash) : null,
        pass: isPictured ? await writePass(ctx, id) : null,
        has_others: declared ? declared.has_others === 1 : null,
        people: found.consents
          .filter(({ media_id }) => media_id === id)
          .map(({ person_id, state, may_download }) => ({
            id: person_id,
            state,
            may_download: may_download === null ? null : may_download === 1,
          })),
        is_agreed: declared?.is_agreed === 1,
      }
    })
  const people = found.people.map(({ is_confirmed, has_answered, ...person }) => ({
    ...person,
    is_confirmed: is_confirmed === 1,
    can_remove: has_answered === 0,
  }))
  return { people, media: await Promise.all(media) }
}

/** Adds a person to those in the actor's photos. Throws what `getPeople` does, `consent.full` and `rate.limited`. */
export async function addPerson(ctx: Ctx, { label }: PersonForm): Promise<OwnPeople> {
  const { userId, profileId } = requireOwner(ctx)
  await ctx.limit("consent.change", userId)
  const now = ctx.now()
  const isAdded = await queries.insertPerson(ctx.db, { id: newId(now), profileId, label }, maxPeople, now)
  if (!isAdded) throw new AppError("consent.full", { values: { count: maxPeople } })
  return getPeople(ctx)
}

/**
 * Removes a person who has not answered yet. Throws what `getPeople` does, `conflict.changed` once they have answered,
 * and `rate.limited`.
 */
export async function removePerson(ctx: Ctx, id: string): Promise<OwnPeople> {
  const { userId, profileId } = requireOwner(ctx)
  await ctx.limit("consent.change", userId)
  await requirePerson(ctx, id)
  if (!(await queries.deletePerson(ctx.db, profileId, id))) throw new AppError("conflict.changed")
  await summarize(ctx, profileId)
  return getPeople(ctx)
}

async function requirePerson(ctx: Ctx, id: string): Promise<void> {
  const { people } = await getPeople(ctx)
  if (!people.some((person) => person.id === id)) throw new AppError("request.not_found")
}

/**
 * Declares who is in a photo or video of the actor, and in those that it is like: until all of them agreed, nobody else
 * sees it. A person who has answered, for it or for one that it is like, cannot be left out. Throws what `getPeople` does, `consent.answered`, `validation.failed` and `rate.limited`.
 */
export async function declareMediaItem(ctx: Ctx, mediaId: string, declaration: Declaration): Promise<OwnPeople> {
  const { userId, profileId } = requireOwner(ctx)
  await ctx.limit("consent.change", userId)
  const people = [...new Set(declaration.has_others ? declaration.people : [])]
  const before = await getPeople(ctx)
  const mediaItem = before.media.find(({ id }) => id === mediaId)
  if (!mediaItem) throw new AppError("request.not_found")
  if (people.some((id) => !before.people.some((person) => person.id === id))) {
    throw new AppError("validation.failed", { fields: { people: ["invalid"] } })
  }
  const colors = await findColors(ctx, profileId)
  const now = ctx.now()
  const [declared] = await ctx.db.batch([
    ...queries.declare(ctx.db, { profileId, mediaId, hasOthers: declaration.has_others, people }, now),
    ...inherit(ctx, isLike(mediaId)),
    summarizeMedia(ctx.db, profileId, colors, now),
  ])
  if (declared.meta.changes === 0) throw new AppError("consent.answered")
  return getPeople(ctx)
}

/**
 * Declares of all the given photos and videos of the actor of which nobody has said it that only they are in them, but for
 * the exceptions, in which others are: who, is declared one by one. Throws what `getPeople` does, and `rate.limited`.
 */
export async function declareFirstTime(ctx: Ctx, { media, exceptions }: FirstDeclarations): Promise<OwnPeople> {
  const { userId, profileId } = requireOwner(ctx)
  await ctx.limit("consent.change", userId)
  const others = media.filter((id) => exceptions.includes(id))
  const alone = media.filter((id) => !exceptions.includes(id))
  const colors = await findColors(ctx, profileId)
  const now = ctx.now()
  await ctx.db.batch([
    ...queries.declareFirst(ctx.db, { profileId, alone, others }, now),
    ...inherit(ctx, isLikeAny(JSON.stringify(others))),
    summarizeMedia(ctx.db, profileId, colors, now),
  ])
  return getPeople(ctx)
}

async function summarize(ctx: Ctx, profileId: string): Promise<void> {
  await summarizeMedia(ctx.db, profileId, await findColors(ctx, profileId), ctx.now())
}

/**
 * Creates a private link for a person in the actor's photos, who is to give it to them: it is shown only once. Earlier
 * links stay valid. Throws what `getPeople` does, and `rate.limited`.
 */
export async function createConsentLink(ctx: Ctx, personId: string): Promise<{ url: string; expires_at: number }> {
  const { userId, profileId } = requireOwner(ctx)
  await ctx.limit("consent.change", userId)
  const now = ctx.now()
  const token = newToken()
  const link = { tokenHash: sha256(token), personId, expiresAt: now + consentLinkLifetime, createdAt: now }
  if (!(await queries.insertLink(ctx.db, profileId, link))) throw new AppError("request.not_found")
  return { url: `${ctx.site.origin(ctx.locale)}/consent/${token}`, expires_at: link.expiresAt }
}

/** Deletes what media that ended long ago are recognised by, and what was signed about media that are long gone, nightly. */
export async function sweepConsents(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  const before = ctx.now() - consentLifetime
  await deleteEnded(ctx.db, before)
  return placeWhile(hasMore(await queries.deleteOld(ctx.db, before)))
}
