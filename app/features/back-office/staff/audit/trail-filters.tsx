import { Form } from "@remix-run/react"
import { actionKinds, systemPerson } from "~/domain/back-office/audit/actions"
import type { TrailPerson, TrailQuery } from "~/domain/back-office/audit/schema"
import { DateField } from "~/features/shell/dates/date-field"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { ChipLink } from "~/ui/chip"
import { TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { trailAddress, trailPath } from "./trail-address"

/** Filters of the audit log: groups of actions as chips, the others in a form; what is chosen is a chip that ends with a cross. */
export function TrailFilters({ query, people }: { query: TrailQuery; people: TrailPerson[] }) {
  const { t } = useTranslation("admin-audit")
  const applied = useApplied(query, people)
  const persons = [
    ...people.map(({ id, name }) => ({ value: id, label: name })),
    { value: systemPerson, label: t("system") },
  ]
  return (
    <>
      <nav aria-label={t("filters.kind")} className="mt-5 flex flex-wrap gap-2">
        <ChipLink to={trailAddress({ ...query, kind: undefined })} isActive={query.kind === undefined}>
          {t("filters.all")}
        </ChipLink>
        {actionKinds.map((kind) => (
          <ChipLink key={kind} to={trailAddress({ ...query, kind })} isActive={kind === query.kind}>
            {t(`kinds.${kind}`)}
          </ChipLink>
        ))}
      </nav>
      <Form
        key={trailAddress(query)}
        method="get"
        action={trailPath}
        role="search"
        aria-label={t("search.label")}
        className="mt-4 flex flex-wrap items-end gap-3"
      >
        {query.kind && <input type="hidden" name="kind" value={query.kind} />}
        <Select
          name="person"
          label={t("filters.person")}
          defaultValue={query.person ?? ""}
          placeholder={t("filters.anyone")}
          options={persons}
          className="min-w-[min(11rem,100%)] max-sm:grow"
        />
        <DateField name="from" label={t("filters.from")} defaultValue={query.from} className="w-72" />
        <DateField name="to" label={t("filters.to")} defaultValue={query.to} className="w-72" />
        <TextField name="find" label={t("filters.find")} defaultValue={query.find} maxLength={64} autoComplete="off" />
        <Button type="submit">{t("filters.apply")}</Button>
      </Form>
      {applied.length > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          {applied.map(({ text, without }) => (
            <ChipLink
              key={text}
              to={trailAddress({ ...query, ...without })}
              isActive
              isApplied
              aria-label={t("filters.remove", { filter: text })}
            >
              {text}
            </ChipLink>
          ))}
          <ChipLink to={trailPath}>{t("filters.clear")}</ChipLink>
        </p>
      )}
    </>
  )
}

/** The chosen filters of the form, in words, each with the query that takes it away. */
function useApplied({ person, from, to, find }: TrailQuery, people: TrailPerson[]) {
  const { t } = useTranslation("admin-audit")
  const locale = useLocale()
  const day = (text: string) => formatDate(Date.parse(text), locale, "date")
  const nameOf = (id: string) => (id === systemPerson ? t("system") : (people.find((one) => one.id === id)?.name ?? id))
  const days = () => {
    if (from && to) return from === to ? day(from) : t("filters.between", { from: day(from), to: day(to) })
    return from ? t("filters.since", { day: day(from) }) : t("filters.until", { day: day(to ?? "") })
  }
  return [
    ...(person ? [{ text: nameOf(person), without: { person: undefined } }] : []),
    ...(from || to ? [{ text: days(), without: { from: undefined, to: undefined } }] : []),
    ...(find ? [{ text: find, without: { find: undefined } }] : []),
  ]
}
