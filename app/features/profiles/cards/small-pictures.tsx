import { CoverPicture } from "./profile-card"
import type { ShownCard } from "./shown-card"

/** Returns three portraits as the small pictures of an empty state; undefined where there are fewer. */
export function smallPictures(profiles: readonly ShownCard[] = []) {
  const [first, second, third] = profiles.map(({ id, cover }) => <CoverPicture key={id} cover={cover} sizes="56px" />)
  return first && second && third ? ([first, second, third] as const) : undefined
}
