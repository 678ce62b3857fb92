import type { ChatSettings } from "~/domain/chat/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"

/** The intent of the form for what others see. */
export type SharedIntent = "shared"

/** Form of what the other member sees of the user in a chat; each can be turned off. */
export function SharedPanel({ shared, result }: { shared: ChatSettings; result: FormResult | undefined }) {
  const { t } = useTranslation("chat")
  const { form } = useFormResult(result)
  return (
    <section aria-labelledby="shared">
      <h2 id="shared" className="text-subsection">
        {t("settings.shared.title")}
      </h2>
      <Form ref={form} method="post" className="mt-5 space-y-4">
        <Checkbox
          name="typing"
          defaultChecked={shared.typing}
          label={t("settings.shared.typing")}
          description={t("settings.shared.typing_hint")}
        />
        <Checkbox
          name="read_receipts"
          defaultChecked={shared.read_receipts}
          label={t("settings.shared.read")}
          description={t("settings.shared.read_hint")}
        />
        <Button type="submit" name="intent" value="shared">
          {t("settings.shared.save")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </section>
  )
}
