import type { Overview } from "../../accounts/overview/schema"
import type { Conversation } from "../../chat/schema"
import type { SavedSearch } from "../saved-searches/schema"
import type { ProfileCard } from "../schema"
import type { Statistics } from "../statistics/measures"

/** A profile's cover, as a small picture. */
export type Portrait = Pick<ProfileCard, "id" | "cover">

/** The first page of the member area. */
export interface MemberHome {
  overview: Overview
  /** The latest conversations; null where the inbox does not answer, and for staff who see the site as the member. */
  conversations: Conversation[] | null
  /** The words by which the member hides messages of others. */
  hidden_words: string[]
  /** The favourites added last. */
  favorites: ProfileCard[]
  /** The newest profiles of the city of the member's latest favourite; `city` is null: of all cities. */
  newest: { city: { slug: string; name: string } | null; profiles: ProfileCard[] }
  /** The searches saved last. */
  searches: SavedSearch[]
  /** The last 30 days of an owner's profile. */
  statistics: Statistics | null
  /** Epoch ms. */
  now: number
}
