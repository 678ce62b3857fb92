import EyeOff from "lucide-react/icons/eye-off"
import type { ReactNode } from "react"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { DeskReport, ReportedMessage } from "~/domain/safety/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { FormResult } from "~/remix/form"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { WebpPicture } from "~/ui/webp-picture"
import { AccessReasonForm } from "../access-reason-form"

export interface ReportSheetProps {
  report: DeskReport
  /** Null until the reader has stated why they ask for them. */
  messages: ReportedMessage[] | null
  address: string
  result: FormResult | undefined
}

/** A report: its subject, its reporter, and what it hides. */
export function ReportSheet({ report, messages, address, result }: ReportSheetProps) {
  const { t } = useTranslation("admin-reports")
  const locale = useLocale()
  const { about, details, email, media, profile, has_messages, created_at: at } = report
  return (
    <div className="min-w-0">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name={t("about")}>
          {about.startsWith("/") ? (
            <AppLink to={about} className="link">
              {about}
            </AppLink>
          ) : (
            about
          )}
        </Fact>
        <Fact name={t("received")}>
          {formatDate(at, locale, "date")}, {formatTime(at, locale)}
        </Fact>
        <Fact name={t("reporter")}>{email ?? t("anonymous")}</Fact>
      </dl>
      <section aria-labelledby="details" className="mt-8 border-t border-line pt-6">
        <h2 id="details" className="text-body font-semibold">
          {t("details")}
        </h2>
        <p className="measure mt-2 text-body wrap-anywhere whitespace-pre-line">{details || t("no_details")}</p>
      </section>
      {media && <ReportedMediaItem media={media} />}
      {profile && <ReportedProfile profile={profile} />}
      {has_messages && (
        <section aria-labelledby="messages" className="mt-8 border-t border-line pt-6">
          <h2 id="messages" className="text-body font-semibold">
            {t("messages.title")}
          </h2>
          {messages ? (
            <Messages messages={messages} />
          ) : (
            <>
              <p className="measure mt-2 mb-3 text-ui text-ink2">{t("messages.lead")}</p>
              <AccessReasonForm address={`${address}?messages=1`} result={result} submit={t("messages.read")} />
            </>
          )}
        </section>
      )}
    </div>
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

function ReportedMediaItem({ media }: { media: NonNullable<DeskReport["media"]> }) {
  const { t } = useTranslation("admin-reports")
  const { id, width, height, pass, profile_id, is_hidden_by_it, state } = media
  return (
    <section aria-labelledby="medium" className="mt-8 border-t border-line pt-6">
      <h2 id="medium" className="text-body font-semibold">
        {t("medium.title")}
      </h2>
      <p className="mt-2 flex flex-wrap gap-2">
        {is_hidden_by_it && (
          <Badge tone="warn" icon={<EyeOff aria-hidden />}>
            {t("medium.hidden")}
          </Badge>
        )}
        {state === "quarantined" && <Badge tone="bad">{t("medium.quarantined")}</Badge>}
        {(state === null || state === "rejected" || state === "deleted") && <Badge>{t("medium.gone")}</Badge>}
      </p>
      {pass && width > 0 && (
        <WebpPicture
          id={id}
          width={width}
          height={height}
          widths={variantWidths(width)}
          query={pass.query}
          sizes="(width >= 640px) 24rem, 92vw"
          alt={t("medium.alt")}
          className="mt-3 max-w-sm rounded-card"
        />
      )}
      {profile_id && (
        <p className="mt-3 text-ui">
          <AppLink to={`/dashboard/admin/profiles/${profile_id}/review`} className="link">
            {t("medium.profile")}
          </AppLink>
        </p>
      )}
    </section>
  )
}

function ReportedProfile({ profile: { id, is_hidden_by_it } }: { profile: NonNullable<DeskReport["profile"]> }) {
  const { t } = useTranslation("admin-reports")
  return (
    <section aria-labelledby="profile" className="mt-8 border-t border-line pt-6">
      <h2 id="profile" className="text-body font-semibold">
        {t("profile.title")}
      </h2>
      {is_hidden_by_it && (
        <p className="mt-2">
          <Badge tone="warn" icon={<EyeOff aria-hidden />}>
            {t("profile.hidden")}
          </Badge>
        </p>
      )}
      <p className="mt-3 text-ui">
        <AppLink to={`/dashboard/admin/profiles/${id}/review`} className="link">
          {t("medium.profile")}
        </AppLink>
      </p>
    </section>
  )
}

function Messages({ messages }: { messages: ReportedMessage[] }) {
  const { t } = useTranslation("admin-reports")
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
