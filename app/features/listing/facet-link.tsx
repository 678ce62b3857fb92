import Check from "lucide-react/icons/check"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"
import { ProfileCount } from "../profiles/cards/profile-count"

export type FacetLinkProps = {
  to: string
  name: string
  count?: number | null
  isChosen: boolean
  /** Look of a choice among several, or of a checkbox of its own. */
  look?: "radio" | "checkbox"
}

/** A link that looks like the control it replaces. A facet without results cannot be pressed. */
export function FacetLink({ to, name, count, isChosen, look = "radio" }: FacetLinkProps) {
  const content = (
    <>
      <span
        aria-hidden
        className={classNames(
          "flex size-4.5 shrink-0 items-center justify-center",
          look === "radio" ? "rounded-full" : "rounded-badge",
          !isChosen && "border border-ctl bg-surface",
          isChosen && (look === "radio" ? "border-[5.5px] border-ink bg-surface" : "bg-ink text-paper"),
        )}
      >
        {isChosen && look === "checkbox" && <Check className="size-3.5" />}
      </span>
      <span className="min-w-0 grow">{name}</span>
      {typeof count === "number" && <ProfileCount count={count} />}
    </>
  )
  const className = "-mx-2 flex min-h-11 items-center lg:min-h-9 gap-2.5 rounded-small px-2 py-1 text-ui"
  return (
    <li>
      {count === 0 && !isChosen ? (
        <span className={classNames(className, "text-mute")}>{content}</span>
      ) : (
        <AppLink
          to={to}
          preventScrollReset
          aria-current={isChosen || undefined}
          className={classNames(className, "transition-colors hover:bg-sunk dark:max-lg:hover:bg-line")}
        >
          {content}
        </AppLink>
      )}
    </li>
  )
}
