import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import type { SectionName } from "./sections"

/** A section of the settings page: its anchor, its title, and its lead. */
export function Section({ name, lead, children }: { name: SectionName; lead?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("settings")
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`} className="text-subsection">
        {t(`sections.${name}`)}
      </h2>
      {lead && <p className="measure mt-2 text-body text-ink2">{lead}</p>}
      <div className="mt-6">{children}</div>
    </section>
  )
}
