import { useNavigate } from "@remix-run/react"
import type { FormEvent } from "react"
import { dayParts, partsOfTime, type WeekTime, weekDays } from "~/domain/profiles/content/rhythm"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { Disclosure } from "~/ui/overlay/disclosure"
import { refine } from "../listing-filters"
import type { ShownListing } from "../shown-listing"
import { FacetLink } from "./facet-link"
import { useTimeName } from "./use-filter-name"

/** When owners are free: on a date, and in which part of it; without one on a day of the week, and in parts of the chosen one. Nobody counts these. */
export function TimeGroup({ listing: { address, days } }: { listing: Pick<ShownListing, "address" | "days"> }) {
  const { t } = useTranslation("listing")
  const nameOf = useTimeName()
  const { on, when } = address
  const { day: chosenDay, part } = when ? partsOfTime(when) : {}
  const times: WeekTime[] = weekDays.flatMap((day): WeekTime[] => [
    day,
    ...(day === chosenDay ? dayParts.map((part): WeekTime => `${day}-${part}`) : []),
  ])
  return (
    <Disclosure title={t("filters.when")} look="group" isOpen={on !== undefined || when !== undefined}>
      <ul>
        <FacetLink
          to={refine(address, { on: undefined, when: undefined })}
          name={t("filters.any_time")}
          isChosen={on === undefined && when === undefined}
        />
        {days.soon.map(({ day, name }) => (
          <FacetLink key={day} to={refine(address, { on: day, when: part })} name={name} isChosen={day === on} />
        ))}
      </ul>
      <DateForm address={address} days={days} />
      <ul>
        {[...dayParts, ...(on === undefined ? times : [])].map((time) => (
          <FacetLink key={time} to={refine(address, { when: time })} name={nameOf(time)} isChosen={time === when} />
        ))}
      </ul>
    </Disclosure>
  )
}

/** Any day of the calendars. A plain form that requests the listing. */
function DateForm({ address, days }: Pick<ShownListing, "address" | "days">) {
  const { t } = useTranslation("listing")
  const navigate = useNavigate()
  const { on, show, ...others } = address

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const day = String(new FormData(event.currentTarget).get("on")) || undefined
    const when = day && others.when ? partsOfTime(others.when).part : others.when
    navigate(refine(others, { on: day, when }), { preventScrollReset: true })
  }

  return (
    <form key={on} action="/escorts" onSubmit={search} className="grid gap-3 pt-1 pb-2">
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="min-w-0 text-meta text-mute">
        {t("filters.date")}
        <input
          type="date"
          name="on"
          min={days.first}
          max={days.last}
          defaultValue={on}
          className="field-control mt-1 px-3"
        />
      </label>
      <Button type="submit" size="small">
        {t("filters.apply_date")}
      </Button>
    </form>
  )
}
