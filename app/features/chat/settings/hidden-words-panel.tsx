import { maxHiddenWord, maxHiddenWords } from "~/domain/chat/words/hidden-words"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"

/** The intent of the form for the words that hide messages. */
export type WordsIntent = "words"

export interface HiddenWordsPanelProps {
  /** Null while they cannot be read. */
  words: string[] | null
  result: FormResult | undefined
}

/** Form of the words by which the user hides messages of others: one on each line. */
export function HiddenWordsPanel({ words, result }: HiddenWordsPanelProps) {
  const { t } = useTranslation(["chat", "errors"])
  const { form, field } = useFormResult(result)
  const typed = field("words")
  return (
    <section aria-labelledby="words">
      <h2 id="words" className="text-subsection">
        {t("settings.words.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("settings.words.lead")}</p>
      {words === null ? (
        <p className="mt-5 text-ui text-ink2">{t("errors:chat.unreachable")}</p>
      ) : (
        <Form ref={form} method="post" noValidate className="mt-5">
          <TextArea
            {...typed}
            defaultValue={typed.defaultValue ?? words.join("\n")}
            label={t("settings.words.label")}
            hint={t("settings.words.hint", { words: maxHiddenWords, characters: maxHiddenWord })}
            rows={5}
          />
          <Button type="submit" name="intent" value="words" className="mt-5">
            {t("settings.words.save")}
          </Button>
          <FormNotice result={result} />
        </Form>
      )}
    </section>
  )
}
