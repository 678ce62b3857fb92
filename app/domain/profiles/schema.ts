import * as z from "zod"
import type { CategoryFacet, Facet } from "../catalog/schema"

/** What a card in a listing shows. */
export interface ProfileCard {
  id: string
  slug: string
  name: string
  headline: string
  city: string
  category: string
  /** Euro cents. */
  hourly_rate: number
  /** ISO 639-1. */
  languages: string[]
  is_verified: boolean
  is_new: boolean
  private_photo_count: number
  cover: Cover | null
}

export interface Cover {
  id: string
  /** `#rrggbb`, shown until the picture is there. */
  color: string
}

export interface Photo {
  id: string
  width: number
  height: number
  color: string
}

/** A page of the listing, and what its filters would give. */
export interface Listing {
  profiles: ProfileCard[]
  total: number
  city: Facet | null
  category: Facet | null
  cities: Facet[]
  categories: CategoryFacet[]
  previous_cursor: string | null
  next_cursor: string | null
  /** Where to go from a list that holds nobody; null while it holds someone. */
  alternatives: Alternatives | null
}

export interface Alternatives {
  /** Profiles that would be listed without the category, and without the city. */
  in_city: number
  in_category: number
  /** Some of those, or of all. */
  profiles: ProfileCard[]
}

/** The listing's address: `?city=paris&category=dinners&before=CURSOR`. Unknown parameters are ignored, unknown values are not. */
export const ListingQuery = z.object({
  city: z.string().max(80).nullable().default(null),
  category: z.string().max(80).nullable().default(null),
  /** Profiles older than this cursor: the next page. */
  before: z.string().max(200).nullable().default(null),
  /** Profiles newer than this cursor: the page before. */
  after: z.string().max(200).nullable().default(null),
})
export type ListingQuery = z.infer<typeof ListingQuery>

export interface PublicProfile {
  id: string
  slug: string
  name: string
  headline: string
  quote: string
  about: string
  city: { slug: string; name: string }
  category: { slug: string; name: string }
  hourly_rate: number
  minimum_hours: number
  languages: string[]
  /** Epoch ms; null: not confirmed. */
  verified_at: number | null
  /** Epoch ms. */
  member_since: number
  updated_at: number
  photo_count: number
  private_photo_count: number
  video_count: number
  photos: Photo[]
  services: ServiceGroup[]
  /** Others listed in the same city. */
  nearby: ProfileCard[]
  nearby_total: number
}

export interface ServiceGroup {
  category: string
  services: OfferedService[]
}

export interface OfferedService {
  name: string
  note: string | null
  /** Euro cents; null: on request. */
  price: number | null
  /** Minutes; null: as long as agreed. */
  duration: number | null
}

export interface HomePage {
  featured: ProfileCard[]
  newest: ProfileCard[]
  total: number
  categories: CategoryFacet[]
  cities: Facet[]
}

/** The back office at a glance. */
export interface Dashboard {
  /** Epoch ms. */
  now: number
  published: number
  /** Where the two counts below stop: "1,000 or more" says enough. */
  counted_to: number
  waiting_count: number
  new_this_week: number
  waiting: WaitingProfile[]
  categories: Facet[]
  cities: Facet[]
  newest: NewestProfile[]
}

export interface WaitingProfile {
  id: string
  name: string
  city: string
  state: "submitted" | "in_review"
  updated_at: number
}

export type NewestProfile = Pick<ProfileCard, "id" | "slug" | "name" | "city" | "category" | "hourly_rate"> & {
  published_at: number
  verified_at: number | null
}
