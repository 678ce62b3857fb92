import { dayParts } from "~/domain/profiles/content/rhythm"
import { useTranslation } from "~/i18n/use-translation"
import { SpriteIcon } from "~/ui/sprite-icon"
import type { ShownTimes } from "./shown-times"

/** A square for each part of the next seven days, with a tick where the owner is free. */
export function NextDays({ days }: Pick<ShownTimes, "days">) {
  const { t } = useTranslation("sections")
  return (
    <>
      <h3 id="next-days" className="mt-10 text-subsection">
        {t("infos.next_days")}
      </h3>
      <table aria-labelledby="next-days" className="mt-4 text-meta">
        <thead>
          <tr>
            <td />
            {days.map(({ name, weekday, date }) => (
              <th key={name} scope="col" className="pb-2 text-center font-normal text-mute">
                <span className="sr-only">{name}</span>
                <span aria-hidden className="block">
                  {weekday}
                </span>
                <span aria-hidden>{date}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dayParts.map((part) => (
            <tr key={part}>
              <th scope="row" className="pr-3 text-left font-normal text-mute">
                {t(`infos.parts_of_day.${part}`)}
              </th>
              {days.map(({ name, free }) => {
                const isFree = free.includes(part)
                return (
                  <td key={name} className="size-8">
                    <span
                      className={`flex size-7 items-center justify-center rounded-badge ${isFree ? "bg-ok text-paper" : "bg-sunk"}`}
                    >
                      {isFree && <SpriteIcon name="check" className="size-3.5" />}
                      <span className="sr-only">{t(isFree ? "infos.free" : "infos.not_free")}</span>
                    </span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
