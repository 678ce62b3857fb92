import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { useModal } from "./modal"

/** Opens the login in the global modal; before our script is there it is a link to the login page. */
export function LoginLink() {
  const { t } = useTranslation()
  const { open } = useModal()
  return (
    <ButtonLink
      to="/auth/login"
      variant="ghost"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        open("login")
      }}
    >
      {t("shell.log_in")}
    </ButtonLink>
  )
}
