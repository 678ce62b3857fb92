import type { PendingEmailChange } from "~/domain/accounts/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { MailboxLink } from "~/features/accounts/auth/mailbox-link"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { Section } from "./section"
import { useSettingsForm } from "./use-settings-form"

export interface EmailSectionProps {
  email: string
  change: PendingEmailChange | null
  /** The user has recently re-authenticated; otherwise they do so before they enter anything. */
  isProven: boolean
}

/** The address, and the forms to change it: both mailboxes must agree. */
export function EmailSection({ email, change, isProven }: EmailSectionProps) {
  const { t } = useTranslation("settings")
  // A form per intent, whatever is shown: two forms on one result would announce it twice.
  const actions = {
    ask: useSettingsForm("email"),
    resend: useSettingsForm("resend-email"),
    cancel: useSettingsForm("cancel-email"),
  }
  return (
    <Section name="email" lead={t("email.lead")}>
      <p className="mb-5 text-body">
        <span className="text-mute">{t("email.present")}</span>{" "}
        <span className="font-medium wrap-anywhere">{email}</span>
      </p>
      {change ? (
        <WaitingChange email={email} change={change} actions={actions} />
      ) : isProven ? (
        <NewAddress actions={actions} />
      ) : (
        <ProofFirst />
      )}
    </Section>
  )
}

type Actions = Record<"ask" | "resend" | "cancel", ReturnType<typeof useSettingsForm>>

function NewAddress({ actions }: { actions: Actions }) {
  const { t } = useTranslation("settings")
  const { form, field, result, action, button, isBusy } = actions.ask
  return (
    <Form ref={form} method="post" action={action} noValidate className="space-y-5">
      <TextField
        {...field("email")}
        type="email"
        label={t("email.next")}
        hint={t("email.hint")}
        autoComplete="email"
        required
        maxLength={254}
      />
      <Button {...button} isBusy={isBusy}>
        {t("email.submit")}
      </Button>
      <FormNotice result={result ?? actions.cancel.result} />
    </Form>
  )
}

function ProofFirst() {
  const { t } = useTranslation("settings")
  const { action, button, isBusy } = useSettingsForm("prove")
  return (
    <Form method="post" action={action}>
      <p className="mb-4 text-ui text-ink2">{t("email.proof")}</p>
      <Button {...button} isBusy={isBusy}>
        {t("email.prove")}
      </Button>
    </Form>
  )
}

function WaitingChange({ email, change, actions }: { email: string; change: PendingEmailChange; actions: Actions }) {
  const { t } = useTranslation("settings")
  const locale = useLocale()
  const { ask, resend, cancel } = actions
  const date = `${formatDate(change.expires_at, locale, "day")}, ${formatTime(change.expires_at, locale)}`
  const ends = [
    { address: email, isConfirmed: change.old_confirmed },
    { address: change.new_email, isConfirmed: change.new_confirmed },
  ]
  return (
    <div className="rounded-card bg-warn-soft px-4 py-4 text-ui">
      <p className="font-semibold wrap-anywhere">{t("email.waiting", { address: change.new_email })}</p>
      <p className="mt-1">{t("email.until", { date })}</p>
      <ul className="mt-3 space-y-1">
        {ends.map(({ address, isConfirmed }) => (
          <li key={address} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{address}</span>
            <Badge tone={isConfirmed ? "ok" : "warn"}>{isConfirmed ? t("email.confirmed") : t("email.missing")}</Badge>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post" action={resend.action}>
          <Button {...resend.button} size="small" isBusy={resend.isBusy}>
            {t("email.resend")}
          </Button>
        </Form>
        <Form method="post" action={cancel.action}>
          <Button {...cancel.button} size="small" variant="danger" isBusy={cancel.isBusy}>
            {t("email.cancel")}
          </Button>
        </Form>
      </div>
      <FormNotice result={ask.result ?? resend.result ?? cancel.result} />
      <MailboxLink />
    </div>
  )
}
