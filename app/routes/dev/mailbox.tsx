import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import CircleSlash from "lucide-react/icons/circle-slash"
import Clock from "lucide-react/icons/clock"
import { findMailboxCopies } from "~/domain/mail/outbox.server"
import type { MailboxCopy } from "~/domain/mail/schema"
import { MailText } from "~/features/accounts/auth/mail-text"
import { formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { fullPath, withContext } from "~/remix/page.server"
import { Badge } from "~/ui/badge"
import { Card } from "~/ui/card"
import { EmptyState } from "~/ui/feedback/empty-state"

export const handle = { i18n: ["account-access"] }

/** The mails that the app would have sent. Only where no mail leaves: anywhere else there is no such page. */
export const loader = withContext(async ({ ctx, context, request }) => {
  if (context.app.environment === "production") {
    throw new AppError("page.not_found", { values: { path: fullPath(request) } })
  }
  return { title: translator(ctx.locale, "account-access")("mailbox.title"), mails: await findMailboxCopies(ctx) }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function MailboxPage() {
  const { t } = useTranslation("account-access")
  const { mails } = useLoaderData<typeof loader>()
  return (
    <div className="page-container max-w-4xl py-10 md:py-16">
      <h1 className="text-page-title">{t("mailbox.title")}</h1>
      <p className="mt-3 text-body text-ink2">{t("mailbox.lead")}</p>
      {mails.length === 0 ? (
        <EmptyState isBoxed title={t("mailbox.empty")} className="mt-8">
          {t("mailbox.empty_hint")}
        </EmptyState>
      ) : (
        <ul className="mt-8 space-y-4">
          {mails.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </div>
  )
}

const states = {
  queued: { tone: "warn", Icon: Clock },
  sent: { tone: "ok", Icon: CircleCheck },
  dropped: { tone: "neutral", Icon: CircleSlash },
  dead: { tone: "bad", Icon: CircleAlert },
} as const

function Mail({ mail }: { mail: MailboxCopy }) {
  const { t, i18n } = useTranslation("account-access")
  const { tone, Icon } = states[mail.state]
  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 className="text-card-title">{mail.subject ?? mail.template}</h2>
        <Badge tone={tone} icon={<Icon />}>
          {t(`mailbox.states.${mail.state}`)}
        </Badge>
      </div>
      <p className="mt-1 mb-5 text-meta wrap-anywhere text-mute tabular-nums">
        <time dateTime={new Date(mail.at).toISOString()}>{formatTime(mail.at, i18n.language as Locale)}</time>
        {` · ${mail.to} · ${mail.template}`}
      </p>
      {mail.text ? <MailText>{mail.text}</MailText> : <p className="text-ui text-mute">{t("mailbox.no_text")}</p>}
    </Card>
  )
}
