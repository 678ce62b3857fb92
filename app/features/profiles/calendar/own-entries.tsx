import { maxEntries } from "~/domain/profiles/calendar/limits"
import type { CalendarEntry, EntriesPage } from "~/domain/profiles/calendar/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { DateField } from "~/features/shell/dates/date-field"
import { formatDays } from "~/i18n/days"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Select } from "~/ui/form/select"
import { AppLink } from "~/ui/navigation/app-link"

/** The intents of the forms of days off and tours. */
export type EntryIntent = "add-off" | "add-tour" | "remove-entry"

export interface OwnEntriesProps {
  page: EntriesPage
  resultOf: (intent: EntryIntent) => FormResult | undefined
}

/** The owner's days off and tours by date, and the forms that change them. */
export function OwnEntries({ page, resultOf }: OwnEntriesProps) {
  const { t } = useTranslation("calendar")
  const { entries } = page
  const removed = resultOf("remove-entry")
  useFormResult(removed)
  return (
    <section aria-labelledby="entries">
      <h2 id="entries" className="text-subsection">
        {t("entries.title")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("entries.lead")}</p>
      <p className="mt-2 text-ui">
        <AppLink to="/profile/escort" className="link touch-target">
          {t("entries.usual")}
        </AppLink>
      </p>
      {entries.length === 0 ? (
        <p className="mt-4 text-body text-ink2">{t("entries.none")}</p>
      ) : (
        <ul className="mt-4 border-t border-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <FormNotice result={removed} />
      {entries.length < maxEntries ? (
        <div key={entries.length} className="mt-6 grid items-start gap-x-16 gap-y-10 lg:grid-cols-2">
          <EntryForm intent="add-off" page={page} result={resultOf("add-off")} />
          <EntryForm intent="add-tour" page={page} result={resultOf("add-tour")} />
        </div>
      ) : (
        <p className="mt-6 text-ui text-ink2">{t("entries.full", { max: maxEntries })}</p>
      )}
    </section>
  )
}

function Entry({ entry: { id, city, first_day, last_day } }: { entry: CalendarEntry }) {
  const { t } = useTranslation("calendar")
  const days = formatDays(first_day, last_day, useLocale())
  const name = city ? t("entries.tour", { city: city.name, days }) : t("entries.off", { days })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3">
      <p className="min-w-0 grow text-body font-medium">{name}</p>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          name="intent"
          value="remove-entry"
          size="small"
          aria-label={t("entries.remove_named", { name })}
        >
          {t("entries.remove")}
        </Button>
      </Form>
    </li>
  )
}

type EntryFormProps = {
  intent: "add-off" | "add-tour"
  page: EntriesPage
  result: FormResult | undefined
}

/** The form that adds days off, or a tour. */
function EntryForm({ intent, page, result }: EntryFormProps) {
  const { t } = useTranslation("calendar")
  const { form, field } = useFormResult(result)
  const isTour = intent === "add-tour"
  return (
    <section aria-labelledby={intent}>
      <h3 id={intent} className="text-body font-semibold">
        {t(isTour ? "entries.tour_title" : "entries.off_title")}
      </h3>
      <Form ref={form} method="post" noValidate className="mt-4 max-w-xl space-y-5">
        {isTour && (
          <Select
            {...field("city")}
            label={t("entries.city")}
            placeholder={t("entries.choose_city")}
            options={page.cities.map(({ slug, name }) => ({ value: slug, label: name }))}
            required
          />
        )}
        <div className="max-w-80 space-y-5">
          {(["first_day", "last_day"] as const).map((name) => (
            <DateField
              key={name}
              {...field(name)}
              label={t(`entries.${name}`)}
              min={page.first_day}
              max={page.last_day}
              required
            />
          ))}
        </div>
        <Button type="submit" name="intent" value={intent}>
          {t(isTour ? "entries.add_tour" : "entries.add_off")}
        </Button>
        <FormNotice result={result} />
      </Form>
    </section>
  )
}
