import { useNavigation } from "@remix-run/react"
import CreditCard from "lucide-react/icons/credit-card"
import EyeOff from "lucide-react/icons/eye-off"
import Languages from "lucide-react/icons/languages"
import MessageCircle from "lucide-react/icons/message-circle"
import type { ReactNode } from "react"
import type { CaptchaWidget } from "~/browser/captcha"
import { CaptchaField } from "~/features/accounts/captcha/captcha-field"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { TextField } from "~/ui/form/field"
import { LinkedText } from "~/ui/linked-text"
import { StillPortrait } from "~/ui/still-portrait"
import { AlternativeMethod } from "./access-page"
import { FormNotice } from "./form-notice"
import { NewPasswordField } from "./new-password-field"

const consentLinks = { terms: "/legal/terms", privacy: "/legal/privacy" }

export interface JoinPageProps {
  result: FormResult | undefined
  /** A date in words, in the page's language. */
  termsVersion: string
  captcha: CaptchaWidget | null
}

export interface JoinFormProps extends JoinPageProps {
  /** An address that is proven already, which cannot be changed here, and the name to begin with. */
  proven?: { email: string; name: string }
}

/** The benefits of membership, then the form; from 1024 px a portrait beside them. */
export function JoinPage(props: JoinPageProps) {
  const { t } = useTranslation("join")
  return (
    <div className="page-container grid gap-x-16 py-10 md:py-16 lg:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] xl:gap-x-28">
      <div>
        <h1 className="text-page-title-large">{t("title")}</h1>
        <p className="mt-4 max-w-[34rem] text-lead text-ink2">{t("lead")}</p>
        <ul aria-label={t("gives_title")} className="mt-8 space-y-3 border-t border-ink pt-5">
          <Gift icon={<CreditCard />}>{t("gives.account")}</Gift>
          <Gift icon={<Languages />}>{t("gives.languages")}</Gift>
          <Gift icon={<MessageCircle />}>{t("gives.premium")}</Gift>
          <Gift icon={<EyeOff />}>{t("gives.private")}</Gift>
        </ul>
        <JoinForm {...props} />
      </div>
      <figure className="hidden lg:block">
        <StillPortrait className="w-full" />
        <figcaption className="mt-4 text-meta text-mute">{t("caption")}</figcaption>
      </figure>
    </div>
  )
}

function Gift({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-3 text-body text-pretty text-ink2">
      <span className="mt-0.5 flex text-ink [&_.lucide]:size-4.5">{icon}</span>
      {children}
    </li>
  )
}

/** The form of a new account: all of it, or what a proven address leaves to fill in. */
export function JoinForm({ result, termsVersion, captcha, proven }: JoinFormProps) {
  const { t } = useTranslation(["join", "account-access"])
  const { form, field, tick } = useFormResult(result)
  const name = field("name")
  const isBusy = useNavigation().state === "submitting"
  return (
    <Form ref={form} method="post" noValidate className="mt-10">
      <div className="space-y-5">
        <TextField
          {...name}
          defaultValue={name.defaultValue ?? proven?.name}
          label={t("name")}
          hint={t("name_hint")}
          autoComplete="nickname"
          required
          maxLength={80}
        />
        <TextField
          {...field("email")}
          {...(proven && { value: proven.email, defaultValue: undefined, readOnly: true })}
          type="email"
          label={t("email")}
          hint={t(proven ? "email_proven" : "email_hint")}
          autoComplete="username"
          required
          maxLength={254}
        />
        <NewPasswordField label={t("account-access:password.label")} field={field("password")} result={result} />
      </div>
      <div className="mt-7 space-y-5 lg:space-y-3">
        <Checkbox {...tick("adult")} label={t("adult")} required />
        <Checkbox
          {...tick("terms")}
          label={<LinkedText text={t("terms", { version: termsVersion })} links={consentLinks} />}
          required
        />
      </div>
      <CaptchaField widget={captcha} result={result} error={field("captcha").error} />
      <FormNotice result={result} />
      <div className="mt-8 flex flex-wrap items-center gap-x-6 sm:*:mt-0">
        <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="max-sm:w-full">
          {t("submit")}
        </Button>
        {!proven && <AlternativeMethod question={t("known")} to="/auth/login" label={t("log_in")} />}
      </div>
      {!proven && <AlternativeMethod question={t("casting.question")} to="/casting" label={t("casting.apply")} />}
    </Form>
  )
}
