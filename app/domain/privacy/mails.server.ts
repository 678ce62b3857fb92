import { trustedJson } from "~/db/statements/json"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Ctx } from "../core/context"
import { issueEmailToken } from "../mail/email-tokens.server"
import type { EmailOf } from "../mail/queries.server"
import type { Content } from "../mail/schema"
import { findRequest } from "./queries.server"
import { dataKinds, type ErasureReceipt } from "./schema"

const settings = "/profile/settings/data"

type RequestMail = EmailOf<"export-ready" | "erasure-requested" | "erasure-soon" | "erasure-done">

function requestOf(ctx: Ctx, email: RequestMail) {
  const { requestId } = email.data
  return findRequest(ctx.db, requestId)
}

/** Composes the mail with the link to an export's file. Null once the file is deleted. */
export async function composeExportMail(ctx: Ctx, email: RequestMail): Promise<Content | null> {
  const request = await requestOf(ctx, email)
  if (!request?.fileKey || !request.expiresAt || request.expiresAt < ctx.now()) return null
  const locale = email.locale
  const t = translator(locale, "mail")
  const token = await issueEmailToken(ctx, "export", request.id)
  return {
    subject: t("export_ready.subject"),
    heading: t("export_ready.heading"),
    paragraphs: [t("export_ready.text"), t("export_ready.not_you")],
    action: { label: t("export_ready.action"), href: `${ctx.site.origin(locale)}${settings}/${token}` },
    note: t("export_ready.lifetime", { date: formatDate(request.expiresAt, locale, "date") }),
  }
}

/**
 * Composes the mails sent at once and three days before an erasure: a user who did not request it needs the time to
 * object.
 */
export function composeErasureMail(when: "requested" | "soon") {
  return async (ctx: Ctx, email: RequestMail): Promise<Content | null> => {
    const request = await requestOf(ctx, email)
    if (request?.state !== "requested" || !request.runAt) return null
    const locale = email.locale
    const t = translator(locale, "mail")
    const values = { date: formatDate(request.runAt, locale, "date"), name: ctx.site.name }
    return {
      subject: t(`erasure.${when}.subject`, values),
      heading: t(`erasure.${when}.heading`, values),
      paragraphs: [t(`erasure.${when}.text`, values), t("erasure.keep")],
      action: { label: t("erasure.keep_action"), href: `${ctx.site.origin(locale)}${settings}` },
    }
  }
}

/** Composes the receipt: number, date, what was deleted and what must be retained. */
export async function composeReceiptMail(ctx: Ctx, email: RequestMail): Promise<Content | null> {
  const request = await requestOf(ctx, email)
  if (!request?.receipt || !request.doneAt) return null
  const { deleted, held } = trustedJson<ErasureReceipt>(request.receipt)
  const locale = email.locale
  const t = translator(locale, "mail")
  const counted = dataKinds
    .filter((kind) => deleted[kind])
    .map((kind) => t("erasure_done.counted", { what: t(`erasure_done.kinds.${kind}`), number: deleted[kind] ?? 0 }))
  const retained = held.map((reason) => t(`erasure_done.held.${reason}`))
  return {
    subject: t("erasure_done.subject"),
    heading: t("erasure_done.heading"),
    paragraphs: [
      t("erasure_done.text", { name: ctx.site.name, date: formatDate(request.doneAt, locale, "date") }),
      t("erasure_done.deleted", { list: counted.join(", ") }),
      t("erasure_done.must_keep", { list: retained.join(", ") }),
    ],
    note: t("erasure_done.number", { number: request.id }),
  }
}
