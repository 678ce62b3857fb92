import Plus from "lucide-react/icons/plus"
import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"
import { SpriteIcon } from "../sprite-icon"

export type DisclosureProps = {
  title: ReactNode
  isOpen?: boolean
  /** Disclosures of one name close each other. */
  name?: string
  /** A question of a list, or a group of filters. */
  look?: "question" | "group"
  children: ReactNode
}

/** A `<details>` on a hairline. */
export function Disclosure({ title, isOpen, name, look = "question", children }: DisclosureProps) {
  const isQuestion = look === "question"
  const grouped = { name }
  return (
    <details {...grouped} open={isOpen} className="group border-t border-line last:border-b">
      <summary
        className={classNames(
          "flex list-none items-center justify-between gap-4 rounded-badge font-medium",
          isQuestion ? "py-5 text-base" : "py-4 text-ui",
        )}
      >
        {title}
        {isQuestion ? (
          <Plus className="size-4.5 text-mute transition-transform duration-[180ms] group-open:rotate-45" />
        ) : (
          <SpriteIcon
            name="chevron-down"
            className="size-4 text-ink2 transition-transform duration-[180ms] group-open:rotate-180"
          />
        )}
      </summary>
      <div className={isQuestion ? "measure -mt-2 pb-6 text-body text-ink2" : "pt-1 pb-5"}>{children}</div>
    </details>
  )
}
