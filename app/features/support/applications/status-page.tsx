import { useNavigation } from "@remix-run/react"
import Check from "lucide-react/icons/check"
import CircleCheck from "lucide-react/icons/circle-check"
import CircleX from "lucide-react/icons/circle-x"
import Clock from "lucide-react/icons/clock"
import Hourglass from "lucide-react/icons/hourglass"
import PenLine from "lucide-react/icons/pen-line"
import { isWithdrawable } from "~/domain/support/applications/policy"
import { AlternativeMethod } from "~/features/accounts/auth/access-page"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button, ButtonLink } from "~/ui/button"
import { Summary, type SummaryProps } from "./summary"

/** The intents of the page's forms: each route that shows it handles all of them. */
export type StatusIntent = "edit" | "claim" | "withdraw"

const looks = {
  draft: { tone: "neutral", Icon: PenLine },
  submitted: { tone: "warn", Icon: Clock },
  in_review: { tone: "warn", Icon: Hourglass },
  changes_requested: { tone: "warn", Icon: PenLine },
  accepted: { tone: "ok", Icon: CircleCheck },
  declined: { tone: "neutral", Icon: CircleX },
  withdrawn: { tone: "neutral", Icon: Check },
} as const

/**
 * How the profile of an accepted application begins: in the account that is logged in, in a new one by this link, in
 * the one that the address has, in any, or by the link of a mail.
 */
export type Beginning = "account" | "join" | "log_in" | "any_account" | "mail"

export interface StatusPageProps extends Omit<SummaryProps, "edit"> {
  /** The path that its forms post to: this page. */
  path: string
  beginning: Beginning
  result: FormResult | undefined
}

/** The state of an application and what happens next, then its content, and the form to withdraw it. */
export function StatusPage({ path, beginning, result, ...summary }: StatusPageProps) {
  const { t } = useTranslation("casting")
  const locale = useLocale()
  const { reference, state, submitted_at, expires_at, note } = summary.application
  const { tone, Icon } = looks[state]
  const date = (at: number | null) => (at === null ? "" : formatDate(at, locale, "date"))
  const isOver = state === "declined" || state === "withdrawn"
  return (
    <div className="page-container pt-10 *:max-w-3xl md:pt-16">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui text-ink2">
        <Badge tone={tone} icon={<Icon aria-hidden />}>
          {t(`states.${state}.name`)}
        </Badge>
        <span>
          {t("status.reference")} <strong className="font-semibold whitespace-nowrap text-ink">{reference}</strong>
        </span>
        {submitted_at !== null && <span>{t("status.sent", { date: date(submitted_at) })}</span>}
      </p>
      <h1 className="mt-4 text-page-title">{t(`states.${state}.title`)}</h1>
      <p role="status" className="measure mt-4 text-lead text-ink2">
        {t(`states.${state}.next`)}
      </p>
      {note && <Note text={note} />}
      {isOver && expires_at !== null && (
        <p className="measure mt-4 text-ui text-ink2">{t("status.deleted", { date: date(expires_at) })}</p>
      )}
      {state === "changes_requested" && <EditForm path={path} expires={date(expires_at)} />}
      {state === "accepted" && <BeginForm path={path} beginning={beginning} isMember={summary.application.is_member} />}
      {state === "declined" && (
        <ButtonLink to="/contact" className="mt-6">
          {t("status.ask")}
        </ButtonLink>
      )}
      <FormNotice result={result} />
      {state !== "withdrawn" && (
        <div className="mt-12">
          <Summary {...summary} />
        </div>
      )}
      {isWithdrawable(state) && <WithdrawForm path={path} />}
    </div>
  )
}

function Note({ text }: { text: string }) {
  const { t } = useTranslation("casting")
  return (
    <section aria-labelledby="note" className="mt-6 rounded-panel border border-line bg-surface px-5 py-4">
      <h2 id="note" className="text-meta font-semibold">
        {t("status.note")}
      </h2>
      <p className="mt-1 text-body wrap-anywhere whitespace-pre-line">{text}</p>
    </section>
  )
}

function EditForm({ path, expires }: { path: string; expires: string }) {
  const { t } = useTranslation("casting")
  const isBusy = useNavigation().formData?.get("intent") === "edit"
  return (
    <Form method="post" action={path} className="mt-6">
      <Button
        type="submit"
        name="intent"
        value="edit"
        variant="primary"
        size="large"
        isBusy={isBusy}
        className="max-sm:w-full"
      >
        {t("status.edit")}
      </Button>
      <p className="mt-3 text-ui text-ink2">{t("status.until", { date: expires })}</p>
    </Form>
  )
}

interface BeginFormProps {
  path: string
  beginning: Beginning
  isMember: boolean
}

/** Leads to the workshop: a member's profile is there; a visitor's begins with an account. */
function BeginForm({ path, beginning, isMember }: BeginFormProps) {
  const { t } = useTranslation("casting")
  const isBusy = useNavigation().formData?.get("intent") === "claim"
  if (isMember) {
    return (
      <ButtonLink to="/profile/escort" variant="primary" size="large" className="mt-6 max-sm:w-full">
        {t("status.open_workshop")}
      </ButtonLink>
    )
  }
  const text = <p className="measure mt-3 text-ui text-ink2">{t(`status.begin_text.${beginning}`)}</p>
  if (beginning === "join") {
    return (
      <div className="mt-6">
        <ButtonLink to={`${path}/join`} variant="primary" size="large" prefetch="none" className="max-sm:w-full">
          {t("status.begin")}
        </ButtonLink>
        {text}
      </div>
    )
  }
  return (
    <Form method="post" action={path} className="mt-6">
      <Button
        type="submit"
        name="intent"
        value="claim"
        variant="primary"
        size="large"
        isBusy={isBusy}
        className="max-sm:w-full"
      >
        {t("status.begin")}
      </Button>
      {text}
      {beginning === "any_account" && (
        <AlternativeMethod
          question={t("status.no_account")}
          to={`/become-member?back=${encodeURIComponent(path)}`}
          label={t("status.join")}
        />
      )}
    </Form>
  )
}

function WithdrawForm({ path }: { path: string }) {
  const { t } = useTranslation("casting")
  const isBusy = useNavigation().formData?.get("intent") === "withdraw"
  return (
    <Form method="post" action={path} className="mt-12 border-t border-line pt-5">
      <p className="measure text-ui text-ink2">{t("status.withdraw_text")}</p>
      <Button type="submit" name="intent" value="withdraw" variant="danger" isBusy={isBusy} className="mt-4">
        {t("status.withdraw")}
      </Button>
    </Form>
  )
}
