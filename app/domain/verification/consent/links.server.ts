import { batch } from "~/db/statements/batch"
import { always } from "~/db/statements/conditions"
import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { getPage } from "../../content/service.server"
import { isSignedIn } from "../../core/actor/actor"
import type { Ctx } from "../../core/context"
import type { StoredFile } from "../../core/ports/files"
import { type OwnReport, reportOwn } from "../../decisions/cases/report-queries.server"
import { variantName, variantWidths } from "../../media/pictures/variants"
import { findColors } from "../../media/service.server"
import { summarizeMedia } from "../../media/summary-queries.server"
import { createNotification } from "../../notifications/service.server"
import { getSubjectStatus, refreshCheck, startCheck } from "../identity/checks.server"
import { planWithdrawal } from "./decisions.server"
import * as queries from "./queries.server"
import { type ConsentRequest, type ConsentSignature, consentPage, type Withdrawal } from "./schema"

type Linked = NonNullable<Awaited<ReturnType<typeof queries.findLinked>>>

/**
 * Returns the person of a link. Throws `auth.token_invalid`, and `request.not_found` for the owner of the photos: they
 * can never answer for somebody else (trust-safety R7).
 */
async function requireLinked(ctx: Ctx, token: string): Promise<Linked> {
  const found = await queries.findLinked(ctx.db, sha256(token))
  if (!found) throw new AppError("auth.token_invalid")
  if (isSignedIn(ctx.actor) && ctx.actor.user.id === found.person.owner_id) throw new AppError("request.not_found")
  return found
}

/** Returns the linked person for an action, whose attempts are counted by address. Throws `rate.limited` too. */
async function requireActing(ctx: Ctx, token: string): Promise<Linked> {
  await ctx.limit("auth.token.address", ctx.client.address)
  return requireLinked(ctx, token)
}

/** Returns what the person of a link is asked. Throws `auth.token_invalid`, and `request.not_found` for the owner. */
export async function getConsentRequest(ctx: Ctx, token: string): Promise<ConsentRequest> {
  const { person, items } = await requireLinked(ctx, token)
  const [text, identity] = await Promise.all([
    getPage(ctx, consentPage),
    getSubjectStatus(ctx, { personId: person.id }),
  ])
  return {
    owner: person.owner_name,
    identity,
    can_check: ctx.identity !== null,
    items: items.map(({ id, kind, state, may_download, is_ready }) => ({
      id,
      kind,
      state,
      has_picture: is_ready === 1,
      may_download: may_download === null ? null : may_download === 1,
    })),
    expires_at: person.expires_at,
    is_expired: person.expires_at <= ctx.now(),
    text: text && { title: text.title, html: text.html, locale: text.locale, version: text.version },
  }
}

/** Brings the person's identity check up to date when they come back from the provider. Throws what `getConsentRequest` does. */
export async function refreshConsentCheck(ctx: Ctx, token: string): Promise<void> {
  const { person } = await requireLinked(ctx, token)
  await refreshCheck(ctx, { personId: person.id })
}

/**
 * Starts or continues the person's own identity check; returns the address of the provider's page. Throws what
 * `getConsentRequest` does, `consent.expired`, `identity.refused`, `identity.too_many`, `identity.not_needed`,
 * `identity.unavailable`, `conflict.changed` and `rate.limited`.
 */
export async function startConsentCheck(ctx: Ctx, token: string, returnUrl: string): Promise<string> {
  const { person } = await requireActing(ctx, token)
  requireUnexpired(ctx, person)
  const subject = { personId: person.id }
  if ((await getSubjectStatus(ctx, subject)) === "verified") throw new AppError("identity.not_needed")
  return startCheck(ctx, subject, returnUrl)
}

function requireUnexpired(ctx: Ctx, { expires_at }: queries.LinkedPerson): void {
  if (expires_at <= ctx.now()) throw new AppError("consent.expired")
}

/**
 * Stores the person's answers, with the text that they read: what they agree to is shown once everyone in it agreed.
 * Throws what `getConsentRequest` does, `consent.expired`, `consent.unconfirmed` before their identity and age are
 * confirmed, `conflict.changed` if the text or the photos changed meanwhile, and `rate.limited`.
 */
export async function signConsent(ctx: Ctx, token: string, signature: ConsentSignature): Promise<ConsentRequest> {
  const { person, items } = await requireActing(ctx, token)
  requireUnexpired(ctx, person)
  const page = await getPage(ctx, consentPage)
  const answers = Object.entries(signature.answers)
  const isKnown = answers.length > 0 && answers.every(([mediaId]) => items.some(({ id }) => id === mediaId))
  if (!isKnown || page?.version !== signature.version) throw new AppError("conflict.changed")
  const now = ctx.now()
  const colors = await findColors(ctx, person.profile_id)
  const stored = {
    personId: person.id,
    textVersion: page.version,
    textHash: sha256(page.markdown),
    locale: page.locale,
    addressHash: await ctx.secrets.digest(ctx.client.address, "consent-address"),
  }
  const state = answers.every(([, { publish }]) => publish) ? "consent_given" : "consent_refused"
  const news = newsOf(ctx, person, state, now)
  const [first, ...others] = answers.map(([mediaId, answer]) =>
    queries.sign(ctx.db, stored, { mediaId, ...answer }, now),
  )
  if (!first) throw new AppError("conflict.changed")
  const [signed, notified] = await ctx.db.batch([
    first,
    news.insert,
    ...others,
    summarizeMedia(ctx.db, person.profile_id, colors, now),
  ])
  if (signed.meta.changes === 0) throw new AppError("consent.unconfirmed")
  news.publish(notified)
  return getConsentRequest(ctx, token)
}

/**
 * Withdraws the person's consent to a photo or video, or to all, without a login and a reason, whatever became of the
 * link: nobody else sees it from now on. Their owner receives one statement of reasons, and staff a case about the profile. Repeating changes nothing. Throws what `getConsentRequest` does, and
 * `rate.limited`.
 */
export async function withdrawConsent(ctx: Ctx, token: string, { media }: Withdrawal): Promise<ConsentRequest> {
  const { person } = await requireActing(ctx, token)
  const { db } = ctx
  const now = ctx.now()
  const { id: personId, profile_id: profileId, owner_id: ownerId } = person
  const colors = await findColors(ctx, profileId)
  const reportId = newId(now)
  const report: OwnReport = {
    id: reportId,
    category: "depicted",
    priority: "P1",
    subject: { kind: "profile", id: profileId, userId: ownerId, profileId },
    about: queries.addressOfProfile(profileId),
    details: queries.countOfShown(personId, media),
  }
  const decision = planWithdrawal(ctx, { personId, mediaId: media, ownerId, reportId, staffId: null, now }, always)
  const news = newsOf(ctx, person, "consent_refused", now)
  const { notified } = await batch(db, {
    reported: reportOwn(db, report, queries.isShownWith(personId, media), now),
    decided: decision.statements,
    withdrawn: queries.withdraw(db, personId, media, now),
    summarized: summarizeMedia(db, profileId, colors, now),
    notified: news.insert,
  })
  news.publish(notified)
  decision.deliver(null)
  return getConsentRequest(ctx, token)
}

function newsOf(ctx: Ctx, person: queries.LinkedPerson, state: "consent_given" | "consent_refused", now: number) {
  return createNotification(ctx, {
    to: person.owner_id,
    type: "media",
    subject: `consent:${person.id}`,
    state,
    reference: null,
    when: queries.hasAnswered(person.id, now),
  })
}

/** Opens a small picture of what shows the person. Throws what `getConsentRequest` does, and `request.not_found`. */
export async function openConsentPicture(ctx: Ctx, token: string, mediaId: string): Promise<StoredFile> {
  const { items } = await requireLinked(ctx, token)
  const item = items.find(({ id, is_ready }) => id === mediaId && is_ready === 1)
  const [width] = item ? variantWidths(item.width) : []
  const file = item && width ? await ctx.files.read(`${item.storage_key}/${variantName(width, "webp")}`) : null
  if (!file) throw new AppError("request.not_found")
  return file
}
