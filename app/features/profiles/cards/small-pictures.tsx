import type { Portrait } from "~/domain/profiles/member-home/schema"
import { CoverPicture } from "./cover-picture"

/** Returns three portraits as the small pictures of an empty state; undefined where there are fewer. */
export function smallPictures(profiles: readonly Portrait[] = []) {
  const [first, second, third] = profiles.map(({ id, cover }) => <CoverPicture key={id} cover={cover} sizes="56px" />)
  return first && second && third ? ([first, second, third] as const) : undefined
}
