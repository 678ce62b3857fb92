import { sha256 } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import { getPage } from "../../content/service.server"
import { requireOwner } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import * as queries from "./queries.server"
import { type Agreement, type AgreementSignature, agreementGrace, agreementPage } from "./schema"

/** Returns the agreement and the actor's signature. Throws `auth.required`, and `request.not_found` also without a text. */
export async function getAgreement(ctx: Ctx): Promise<Agreement> {
  const agreement = await findAgreement(ctx)
  if (!agreement) throw new AppError("request.not_found")
  return agreement
}

/** Like `getAgreement`; null without a text. */
export async function findAgreement(ctx: Ctx): Promise<Agreement | null> {
  const { userId } = requireOwner(ctx)
  const [page, signature] = await Promise.all([getPage(ctx, agreementPage), queries.findSignature(ctx.db, userId)])
  if (!page) return null
  const { title, html, locale, version, updated_at } = page
  const isSuperseded = signature !== null && signature.version < version
  return {
    title,
    html,
    locale,
    version,
    signed_version: signature?.version ?? null,
    signed_at: signature?.signedAt ?? null,
    uploads_until: isSuperseded ? updated_at + agreementGrace : null,
  }
}

/**
 * Signs the agreement in the version that the actor read; again changes nothing. The typed name is stored encrypted.
 * Throws `auth.required`, `request.not_found`, and `conflict.changed` if there is a newer version.
 */
export async function signAgreement(ctx: Ctx, { version, name }: AgreementSignature): Promise<Agreement> {
  const { userId } = requireOwner(ctx)
  const page = await getPage(ctx, agreementPage)
  if (!page) throw new AppError("request.not_found")
  if (page.version !== version) throw new AppError("conflict.changed")
  const now = ctx.now()
  await queries.insertSignature(ctx.db, {
    userId,
    version,
    locale: page.locale,
    textHash: sha256(page.markdown),
    signedAt: now,
    nameSealed: await ctx.secrets.seal(name, "agreement-name"),
  })
  return getAgreement(ctx)
}

/**
 * Refuses an upload whose owner signed only a version that was replaced more than 30 days ago (trust-safety R8). Throws
 * `agreement.superseded`.
 */
export async function requireAgreement(ctx: Pick<Ctx, "db" | "locale" | "now">, userId: string): Promise<void> {
  const [page, signature] = await Promise.all([getPage(ctx, agreementPage), queries.findSignature(ctx.db, userId)])
  if (!page || !signature || signature.version >= page.version) return
  if (page.updated_at + agreementGrace <= ctx.now()) throw new AppError("agreement.superseded")
}
