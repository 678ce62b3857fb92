import { useNavigation } from "@remix-run/react"
import { maxPeople } from "~/domain/verification/consent/policy"
import type { Person } from "~/domain/verification/consent/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { TextField } from "~/ui/form/field"

/** The intents of the forms for people. */
export type PeopleIntent = "add" | "remove" | "link"

/** A form's result with a new private link, which is shown once. */
export interface LinkResult extends FormResult {
  link?: { person: string; url: string }
}

export interface PeopleListProps {
  people: Person[]
  /** Now, epoch ms. */
  now: number
  resultOf: (intent: string) => LinkResult | undefined
}

/** The people in the owner's photos, with a private link for each. */
export function PeopleList({ people, now, resultOf }: PeopleListProps) {
  const { t } = useTranslation("identity")
  const added = resultOf("add")
  const linked = resultOf("link")
  const removed = resultOf("remove")
  const { form, field } = useFormResult(added)
  useFormResult(linked)
  useFormResult(removed)
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="text-subsection">
        {t("people.list")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("people.list_lead")}</p>
      {people.length === 0 ? (
        <EmptyState title={t("people.empty")} isBoxed className="mt-5">
          {t("people.empty_text")}
        </EmptyState>
      ) : (
        <ul className="mt-5 divide-y divide-line border-y border-line">
          {people.map((person) => (
            <PersonRow key={person.id} person={person} now={now} link={linked?.link} />
          ))}
        </ul>
      )}
      <FormNotice result={removed} />
      <FormNotice result={linked?.isError ? linked : undefined} />
      {people.length < maxPeople && (
        <Form ref={form} key={people.length} method="post" noValidate className="mt-6 max-w-xl space-y-4">
          <TextField
            {...field("label")}
            label={t("people.label")}
            hint={t("people.label_hint")}
            maxLength={60}
            required
          />
          <FormNotice result={added?.isError ? added : undefined} />
          <Button type="submit" name="intent" value="add">
            {t("people.add")}
          </Button>
        </Form>
      )}
    </section>
  )
}

function PersonRow({ person, now, link }: { person: Person; now: number; link: LinkResult["link"] }) {
  const { t } = useTranslation("identity")
  const locale = useLocale()
  const { formData } = useNavigation()
  const { id, label, is_confirmed, link_expires_at, can_remove } = person
  const isBusy = (intent: string) => formData?.get("intent") === intent && formData.get("person") === id
  const hasLink = link_expires_at !== null && link_expires_at > now
  return (
    <li className="py-4">
      <p className="text-body font-medium wrap-anywhere">{label}</p>
      <p className="mt-1 text-ui text-mute">
        {is_confirmed ? t("people.confirmed") : t("people.unconfirmed")}{" "}
        {hasLink && t("people.link_until", { date: formatDate(link_expires_at, locale, "date") })}
      </p>
      {link?.person === id && (
        <div role="status" className="mt-4 rounded-panel border border-line bg-surface px-5 py-4">
          <p className="text-ui font-medium">{t("people.link_new")}</p>
          <p className="mt-2 text-ui break-all select-all">{link.url}</p>
        </div>
      )}
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="person" value={id} />
        <Button type="submit" name="intent" value="link" isBusy={isBusy("link")}>
          {t(link_expires_at === null ? "people.link" : "people.link_again")}
          <span className="sr-only">: {label}</span>
        </Button>
        {can_remove && (
          <Button type="submit" name="intent" value="remove" variant="ghost" isBusy={isBusy("remove")}>
            {t("people.remove")}
            <span className="sr-only">: {label}</span>
          </Button>
        )}
      </Form>
    </li>
  )
}
