import { useSearchParams } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import { returnLinkFrom } from "~/features/shell/login-link"
import { useModal } from "~/features/shell/modal-context"
import { useTranslation } from "~/i18n/use-translation"
import { Banner } from "~/ui/feedback/banner"
import { AppLink } from "~/ui/navigation/app-link"
import { AlternativeMethod } from "./access-page"
import { PasskeyButton } from "./passkey-button"

/** The notice above the form after a changed password or an expired second step (`?notice=`). */
export function LoginNotice() {
  const { t } = useTranslation(["account-access", "errors"])
  const [query] = useSearchParams()
  if (query.get("notice") === "start-again") return <Banner tone="warn" fact={t("errors:auth.challenge_expired")} />
  if (query.get("notice") !== "password-changed") return null
  return (
    <Banner icon={<CircleCheck className="text-ok" />} fact={t("reset.done")}>
      {t("reset.done_hint")}
    </Banner>
  )
}

/** The link beside the password's label. It closes the dialog that holds the form, if any. */
export function ForgottenLink() {
  const { t } = useTranslation("account-access")
  const { close } = useModal()
  return (
    <AppLink to="/auth/password/reset" onClick={close} className="link -mt-6 -mb-1 inline-block pt-6 pb-1">
      {t("login.forgotten")}
    </AppLink>
  )
}

/** Signing in by passkey, below the button. */
export function PasskeyLogin({ back }: { back?: string }) {
  const { t } = useTranslation("account-access")
  return (
    <PasskeyButton
      label={t("login.passkey")}
      optionsPath="/api/auth/login/passkey/options"
      action="/auth/passkey"
      back={back}
      variant="secondary"
    />
  )
}

/** The link to the sign-up, below the form. */
export function JoinInvitation({ back }: { back?: string }) {
  const { t } = useTranslation("account-access")
  const { close } = useModal()
  const to = back === undefined ? "/become-member" : returnLinkFrom(back, "/become-member")
  return <AlternativeMethod question={t("login.not_yet")} to={to} label={t("login.join")} onLeave={close} />
}
