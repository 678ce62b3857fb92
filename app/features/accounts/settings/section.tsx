import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import type { SectionName } from "./sections"

interface SectionProps {
  name: SectionName
  lead?: ReactNode
  /** A badge beside the title. */
  badge?: ReactNode
  /** The section stands below another title, as the first one does beside the list of all. */
  isBelow?: boolean
  children: ReactNode
}

/** A section of the settings: its title and its lead. */
export function Section({ name, lead, badge, isBelow = false, children }: SectionProps) {
  const { t } = useTranslation("settings")
  const Title = isBelow ? "h2" : "h1"
  return (
    <section aria-labelledby={`${name}-title`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Title id={`${name}-title`} className="text-subsection">
          {t(`sections.${name}`)}
        </Title>
        {badge}
      </div>
      {lead && <p className="measure mt-2 text-body text-ink2">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  )
}
