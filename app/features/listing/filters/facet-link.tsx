import { AppLink } from "~/ui/navigation/app-link"
import { SpriteIcon } from "~/ui/sprite-icon"
import { ProfileCount } from "../../profiles/cards/profile-count"

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
      <span className={look === "radio" ? "facet-radio" : "facet-box"}>
        {isChosen && look === "checkbox" && <SpriteIcon name="check" className="size-3.5" />}
      </span>
      <span>{name}</span>
      {typeof count === "number" && <ProfileCount count={count} />}
    </>
  )
  return (
    <li>
      {count === 0 && !isChosen ? (
        <span className="facet text-mute">{content}</span>
      ) : (
        <AppLink to={to} preventScrollReset aria-current={isChosen || undefined} className="facet">
          {content}
        </AppLink>
      )}
    </li>
  )
}
