import type { ReactNode } from "react"
import { AppLink } from "~/ui/navigation/app-link"

export type SectionHeadProps = {
  id: string
  title: ReactNode
  /** The link to everything of which the section shows a part. */
  link?: { to: string; label: string }
  /** On the home page, or inside a page. */
  size?: "large" | "medium"
}

export function SectionHead({ id, title, link, size = "large" }: SectionHeadProps) {
  return (
    <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 md:mb-8">
      <h2 id={id} className={size === "large" ? "text-section-large" : "text-section"}>
        {title}
      </h2>
      {link && (
        <AppLink to={link.to} className="link touch-target text-ui">
          {link.label}
        </AppLink>
      )}
    </div>
  )
}
