import type { Block } from "~/domain/chat/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Avatar } from "~/ui/avatar"
import { Button } from "~/ui/button"

/** The intent of the forms of blocked people. */
export type UnblockIntent = "unblock"

/** The members whom the user has blocked, and the forms that unblock them. */
export function BlockedPeople({ blocks, result }: { blocks: Block[]; result: FormResult | undefined }) {
  const { t } = useTranslation("chat")
  const locale = useLocale()
  useFormResult(result)
  return (
    <section aria-labelledby="blocks">
      <h2 id="blocks" className="text-subsection">
        {t("settings.blocks.title")}
      </h2>
      {blocks.length === 0 ? (
        <p className="mt-3 text-body text-ink2">{t("settings.blocks.none")}</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {blocks.map(({ user_id, name, created_at }) => (
            <li key={user_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
              <Avatar alt="" text={name.charAt(0)} size="lg" />
              <div className="min-w-0 grow">
                <p className="truncate text-body font-medium">{name}</p>
                <p className="text-meta text-mute">
                  {t("settings.blocks.since", { date: formatDate(created_at, locale, "date") })}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="user" value={user_id} />
                <Button type="submit" name="intent" value="unblock" size="small">
                  {t("settings.blocks.unblock", { name })}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <FormNotice result={result} />
    </section>
  )
}
