import EyeOff from "lucide-react/icons/eye-off"
import type { ReactNode } from "react"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { Case, CaseReport } from "~/domain/safety/cases/schema"
import type { ReportedMessage } from "~/domain/safety/schema"
import { formatDate, formatLanguage, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { FormResult } from "~/remix/form"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { WebpPicture } from "~/ui/webp-picture"
import { AccessReasonForm } from "../access-reason-form"
import { PermittedLink } from "../permitted-link"

export interface CaseSheetProps {
  found: Case
  /** The messages of a report; null until the reader has stated why they ask for them. */
  read: { reference: string; messages: ReportedMessage[] } | null
  /** Null for a page that the reader may not open, or that there is not. */
  links: { member: string | null; profile: string | null }
  address: string
  result: FormResult | undefined
}

/** A case: its subject, what its reports hide, and the reports. */
export function CaseSheet({ found, read, links, address, result }: CaseSheetProps) {
  const { t } = useTranslation("admin-cases")
  const { subject_kind: kind, subject, text, texts, media, reports, latest_reports } = found
  const name = t(`subjects.${text ?? kind}`, { name: subject || t("subjects.gone") })
  return (
    <>
      <section aria-labelledby="subject">
        <h2 id="subject" className="text-body font-semibold">
          {t("subject")}
        </h2>
        <p className="mt-2 text-body wrap-anywhere">{name}</p>
        <p className="mt-2 flex flex-wrap gap-2 empty:hidden">
          {found.is_hidden_by_it && (
            <Badge tone="warn" icon={<EyeOff aria-hidden />}>
              {t("hidden")}
            </Badge>
          )}
          {media?.state === "quarantined" && <Badge tone="bad">{t("medium.quarantined")}</Badge>}
          {media && [null, "rejected", "deleted"].includes(media.state) && <Badge>{t("medium.gone")}</Badge>}
        </p>
        {texts && <CaseTexts texts={texts} />}
        {media?.pass && media.width > 0 && (
          <WebpPicture
            id={media.id}
            width={media.width}
            height={media.height}
            widths={variantWidths(media.width)}
            query={media.pass.query}
            sizes="(width >= 640px) 24rem, 92vw"
            alt={t("medium.alt")}
            className="mt-3 max-w-sm rounded-card"
          />
        )}
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ui empty:hidden">
          {links.profile && <PermittedLink to={links.profile}>{t("open_profile")}</PermittedLink>}
          {links.member && <PermittedLink to={links.member}>{t("open_member")}</PermittedLink>}
        </p>
      </section>
      <section aria-labelledby="reports" className="mt-8 border-t border-line pt-6">
        <h2 id="reports" className="text-body font-semibold">
          {t("reports.title")}
        </h2>
        {reports > latest_reports.length && (
          <p className="mt-1 text-ui text-ink2">
            {t("reports.latest", { shown: latest_reports.length, count: reports })}
          </p>
        )}
        <ol className="mt-4 space-y-6">
          {latest_reports.map((report) => (
            <li key={report.reference} className="border-l-2 border-line pl-4">
              <Report
                report={report}
                messages={read?.reference === report.reference ? read.messages : null}
                address={address}
                result={result}
              />
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

/** A text in its languages: as the public reads it, and as it is hidden. */
function CaseTexts({ texts }: { texts: NonNullable<Case["texts"]> }) {
  const { t } = useTranslation("admin-cases")
  const locale = useLocale()
  const shown = (["hidden", "live"] as const).filter((state) => Object.keys(texts[state]).length > 0)
  if (shown.length === 0) return <p className="mt-3 text-ui text-ink2">{t("texts.gone")}</p>
  return shown.map((state) => (
    <section key={state} aria-label={t(`texts.${state}`)} className="mt-4">
      <h3 className="text-ui font-medium">{t(`texts.${state}`)}</h3>
      <dl className="mt-2 space-y-3">
        {Object.entries(texts[state]).map(([language, text]) => (
          <Fact key={language} name={formatLanguage(language, locale)}>
            <span lang={language} className="measure block whitespace-pre-line">
              {text}
            </span>
          </Fact>
        ))}
      </dl>
    </section>
  ))
}

interface ReportProps {
  report: CaseReport
  messages: ReportedMessage[] | null
  address: string
  result: FormResult | undefined
}

function Report({ report, messages, address, result }: ReportProps) {
  const { t } = useTranslation(["admin-cases", "safety"])
  const locale = useLocale()
  const { reference, category, about, text, details, email, has_messages, is_suspect, created_at: at } = report
  return (
    <>
      <h3 className="text-ui font-medium">
        {t(`safety:report.categories.${category}`)} <span className="font-normal text-mute">{reference}</span>
      </h3>
      {is_suspect && <Badge className="mt-1">{t("suspect")}</Badge>}
      <dl className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name={t("about")}>
          {about.startsWith("/") ? (
            <AppLink to={about} prefetch="none" reloadDocument={about.startsWith("/media/")} className="link">
              {about}
            </AppLink>
          ) : (
            about
          )}
          {text && ` · ${t(`safety:report.texts.${text}`)}`}
        </Fact>
        <Fact name={t("received")}>
          {formatDate(at, locale, "date")}, {formatTime(at, locale)}
        </Fact>
        <Fact name={t("reporter")}>{email ?? t("anonymous")}</Fact>
      </dl>
      <p className="measure mt-3 text-body wrap-anywhere whitespace-pre-line">{details || t("no_details")}</p>
      {has_messages && (
        <section aria-label={t("messages.title")} className="mt-4">
          {messages ? (
            <Messages messages={messages} />
          ) : (
            <>
              <p className="measure mb-3 text-ui text-ink2">{t("messages.lead")}</p>
              <AccessReasonForm
                address={`${address}?messages=${reference}`}
                result={result}
                submit={t("messages.read")}
              />
            </>
          )}
        </section>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-meta text-mute">{name}</dt>
      <dd className="text-body wrap-anywhere">{children}</dd>
    </div>
  )
}

function Messages({ messages }: { messages: ReportedMessage[] }) {
  const { t } = useTranslation("admin-cases")
  const locale = useLocale()
  return (
    <ol className="mt-3 space-y-3">
      {messages.map(({ seq, author, body, is_chosen, created_at: at }) => (
        <li
          key={seq}
          className={classNames(
            "rounded-panel border px-4 py-3",
            is_chosen ? "border-bad bg-surface" : "border-line bg-sunk",
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-4 text-meta text-mute">
            <span className="font-medium text-ink">{author ?? t("messages.erased")}</span>
            <span>
              {is_chosen && <Badge tone="bad">{t("messages.chosen")}</Badge>} {formatDate(at, locale, "short")},{" "}
              {formatTime(at, locale)}
            </span>
          </p>
          <p className="mt-1 text-body wrap-anywhere whitespace-pre-line">{body}</p>
        </li>
      ))}
    </ol>
  )
}
