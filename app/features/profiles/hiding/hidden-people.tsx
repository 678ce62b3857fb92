import { maxHiddenPeople, maxHidingNote } from "~/domain/profiles/hiding/limits"
import type { HiddenPerson } from "~/domain/profiles/hiding/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"

/** The intents of the forms of people. */
export type PersonIntent = "hide-person" | "show-person"

export interface HiddenPeopleProps {
  people: HiddenPerson[]
  added: FormResult | undefined
  removed: FormResult | undefined
}

/** The people from whom the owner's profile is hidden by their addresses, and the forms that change them. */
export function HiddenPeople({ people, added, removed }: HiddenPeopleProps) {
  const { t } = useTranslation("hiding")
  const locale = useLocale()
  const { form, field } = useFormResult(added)
  useFormResult(removed)
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="text-subsection">
        {t("people.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("people.lead")}</p>
      {people.length === 0 ? (
        <p className="mt-4 text-body text-ink2">{t("people.none")}</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {people.map(({ id, address, note, created_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
              <div className="min-w-0 grow">
                <p dir="auto" className="text-body font-medium wrap-anywhere">
                  {note || address}
                </p>
                <p className="text-meta text-mute">
                  {note && `${address} · `}
                  {t("people.since", { date: formatDate(created_at, locale, "date") })}
                </p>
              </div>
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="intent" value="show-person" size="small">
                  {t("people.show", { name: note || address })}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <FormNotice result={removed} />
      {people.length < maxHiddenPeople ? (
        <Form ref={form} key={people.length} method="post" noValidate className="mt-6 max-w-xl space-y-5">
          <TextField
            {...field("address")}
            type="email"
            label={t("people.address")}
            hint={t("people.address_hint")}
            autoComplete="off"
            required
          />
          <TextField
            {...field("note")}
            label={t("people.note")}
            hint={t("people.note_hint")}
            maxLength={maxHidingNote}
            autoComplete="off"
          />
          <Button type="submit" name="intent" value="hide-person">
            {t("people.hide")}
          </Button>
        </Form>
      ) : (
        <p className="mt-6 text-ui text-ink2">{t("people.full", { max: maxHiddenPeople })}</p>
      )}
      <FormNotice result={added} />
    </section>
  )
}
