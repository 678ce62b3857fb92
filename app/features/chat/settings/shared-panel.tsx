import type { ChatSettings } from "~/domain/chat/schema"
import { Choice, ChoicesForm } from "~/features/accounts/settings/choices/choices-form"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Checkbox } from "~/ui/form/checkbox"
import { useMessageChoices } from "./use-message-choices"

/** Choices of what the other member sees of the user in a chat. */
export function SharedPanel({ shared, result }: { shared: ChatSettings; result: FormResult | undefined }) {
  const { t } = useTranslation("chat")
  const choices = useMessageChoices("shared", result)
  return (
    <section aria-labelledby="shared">
      <h2 id="shared" className="text-subsection">
        {t("settings.shared.title")}
      </h2>
      <ChoicesForm settings={choices} label={t("settings.shared.save")} className="mt-5 space-y-4">
        <Choice of="typing">
          <Checkbox
            name="typing"
            defaultChecked={shared.typing}
            label={t("settings.shared.typing")}
            description={t("settings.shared.typing_hint")}
          />
        </Choice>
        <Choice of="read_receipts">
          <Checkbox
            name="read_receipts"
            defaultChecked={shared.read_receipts}
            label={t("settings.shared.read")}
            description={t("settings.shared.read_hint")}
          />
        </Choice>
      </ChoicesForm>
    </section>
  )
}
