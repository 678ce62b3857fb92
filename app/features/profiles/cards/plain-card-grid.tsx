import { classNames } from "~/lib/class-names"
import { ProfileCard, type ProfileCardProps } from "./profile-card"
import type { ShownCard } from "./shown-card"

/** Across the page; a list beside a column passes its own. */
const fullWidth = "(width >= 1424px) 306px, (width >= 1280px) 22vw, (width >= 640px) 31vw, 46vw"

export type CardGridProps = {
  profiles: readonly ShownCard[]
  sizes?: string
  /** How many portraits of the first row are fetched at once: those visible without scrolling. */
  eagerCount?: number
  className?: string
} & Pick<ProfileCardProps, "isNewSilent">

/** A list of cards that show their covers alone. */
export function PlainCardGrid({ profiles, sizes = fullWidth, eagerCount = 0, isNewSilent, className }: CardGridProps) {
  const eager = (index: number): ProfileCardProps["eager"] => (index === 0 ? "first" : true)
  return (
    <ul className={classNames("card-grid", className)}>
      {profiles.map((profile, index) => (
        <li key={profile.id}>
          <ProfileCard
            profile={profile}
            sizes={sizes}
            isNewSilent={isNewSilent}
            eager={index < eagerCount ? eager(index) : undefined}
          />
        </li>
      ))}
    </ul>
  )
}
