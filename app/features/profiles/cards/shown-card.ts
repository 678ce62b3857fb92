import type { ProfileCard } from "~/domain/profiles/schema"

/** A card as pages show it: formatted by the server, so that browsers need not for each of a list. */
export interface ShownCard
  extends Omit<ProfileCard, "headline" | "hourly_rate" | "languages" | "pictures" | "on_tour_until"> {
  /** Where its owner is; on a tour until when, too. */
  city: string
  /** The hourly rate; null where the site hides them. */
  price: string | null
  /** Ids of the pictures after the cover. */
  more: string[]
  /** The badges of the languages. */
  languages: string
  /** The names of the languages. */
  spoken: string
}
