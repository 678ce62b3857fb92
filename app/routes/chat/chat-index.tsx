import MessagesSquare from "lucide-react/icons/messages-square"
import { useTranslation } from "~/i18n/use-translation"

/** Beside the list, while no conversation is open; a phone shows the list alone. */
export default function NoConversationOpen() {
  const { t } = useTranslation("chat")
  return (
    <div className="m-auto px-6 text-center">
      <MessagesSquare aria-hidden className="mx-auto size-8 text-mute" />
      <p className="mt-4 text-card-title">{t("choose")}</p>
      <p className="mt-1 text-ui text-ink2">{t("choose_hint")}</p>
    </div>
  )
}
