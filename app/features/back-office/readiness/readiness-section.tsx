import type { ReadinessEntry } from "~/domain/operations/readiness/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { ReadinessRow } from "./readiness-row"

export interface ReadinessSectionProps {
  name: "recorded" | "computed"
  items: ReadinessEntry[]
  mayRecord: boolean
  resultOf: (intent: string) => FormResult | undefined
}

/** The items of the launch that the owner records, or that the site sees itself. */
export function ReadinessSection({ name, items, mayRecord, resultOf }: ReadinessSectionProps) {
  const { t } = useTranslation("admin-readiness")
  return (
    <section aria-labelledby={name} className="mt-10 max-w-3xl">
      <h2 id={name} className="text-subsection">
        {t(`groups.${name}.title`)}
      </h2>
      <p className="mt-2 text-ui text-ink2">{t(`groups.${name}.text`)}</p>
      <ul className="mt-5 divide-y divide-line border-y border-line">
        {items.map((entry) => (
          <li key={entry.item} className="py-5">
            <ReadinessRow entry={entry} mayRecord={mayRecord && entry.is_recorded} resultOf={resultOf} />
          </li>
        ))}
      </ul>
    </section>
  )
}
