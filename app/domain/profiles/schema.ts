import * as z from "zod"
import type { profileStates } from "~/db/schema/profiles/profiles"
import type { Locale } from "~/i18n/locales"
import type { PrivateAudience } from "../chat/limits"
import type { ReplySpeed } from "../chat/schema"
import { lineDraft } from "../core/shared/text"
import type { Pass, Photo, Video } from "../media/schema"
import type { PartOfDay } from "./calendar/days"
import type { CalendarEntry } from "./calendar/schema"
import type { CategoryFacet, Facet, MaybeCounted, PlacedCity } from "./catalog/schema"
import { type DayPart, weekTimes } from "./content/rhythm"
import { joinValues, maxValues, priceSteps, type SeveralFilter, valuesOf } from "./listing/filter-values"
import { type FilterName, type listingParameters, maxPage, pageSize } from "./listing-parameters"

export type ProfileState = (typeof profileStates)[number]

/** A card of a listing. */
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
  is_available: boolean
  /** A favourite of the viewer. */
  is_favorite: boolean
  private_photo_count: number
  cover: Cover | null
  /** Ids of the first public photos, three at most, in the profile's order: the cover's, then those of the next two. */
  pictures: string[]
  /** The last day, YYYY-MM-DD, of the tour on which it is in its `city`; null: at home. */
  on_tour_until: string | null
}

export interface Cover {
  id: string
  /** `#rrggbb`, shown until the picture has loaded. */
  color: string
}

/** A page of the listing, with its filters' choices. */
export interface Listing {
  profiles: ProfileCard[]
  /** Null: more than 240. */
  total: number | null
  /** The filters in use. */
  address: ListingAddress
  /** The values of the filters in use that have names, in the page's language and in the address's order. */
  chosen: Record<Exclude<SeveralFilter, "language">, Choice[]>
  cities: MaybeCounted[]
  /** Regions with more than one city. */
  regions: MaybeCounted[]
  categories: MaybeCounted[]
  /** Services offered in the place, of the category in use or of all. */
  services: MaybeCounted[]
  /** Both name and slug are ISO 639-1 codes. */
  languages: MaybeCounted[]
  verified: number | null
  available: number | null
  /** The viewer's saved search of these filters; null if they have none. */
  saved_search_id: string | null
  /**
   * The cursor this page starts after, which a longer version shares; null on the first page, undefined after going
   * back.
   */
  start: string | null | undefined
  previous_cursor: string | null
  next_cursor: string | null
  /** Alternatives to an empty list; null otherwise. */
  alternatives: Alternatives | null
}

export type Choice = Pick<Facet, "slug" | "name">

export interface Alternatives {
  /** Each filter that could be removed, with the number of profiles then, most first; `more`: at least that many. */
  without: { filter: FilterName; profiles: number; more: boolean }[]
  /** Profiles of the best alternative, or of the whole listing. */
  profiles: ProfileCard[]
}

const sorts = ["newest", "price-up", "price-down"] as const
export type Sort = (typeof sorts)[number]

/** In lower case: phones capitalise what is typed. Empty, as a form sends a filter that was not chosen: no filter. */
const Slugs = z
  .string()
  .max(500)
  .toLowerCase()
  .overwrite((text) => joinValues(valuesOf(text)) ?? "")
  .refine((text) => valuesOf(text).length <= maxValues)
  .optional()
const Flag = z.literal("1").optional()

/** Empty, as a form sends it: no day. */
const Day = z.union([z.literal(""), z.iso.date()]).optional()

const Price = z.coerce
  .number()
  .refine((price) => priceSteps.some((step) => step === price))
  .optional()

/**
 * The listing's query: `?city=lyon,paris&q=opera&cursor=CURSOR`. Unknown parameters are ignored, unknown values are refused.
 */
export const ListingQuery = z.object({
  q: lineDraft(100).optional(),
  category: Slugs,
  service: Slugs,
  region: Slugs,
  city: Slugs,
  /** ISO 639-1. */
  language: Slugs,
  /** A day, YYYY-MM-DD: who is free on it, and where they are then. */
  on: Day,
  /** When its owner is usually free; on a day, a part of it. */
  when: z.enum(weekTimes).optional(),
  /** Euros by the hour. */
  min_price: Price,
  max_price: Price,
  verified: Flag,
  available: Flag,
  sort: z.enum(sorts).optional(),
  /** Number of cards. */
  show: z.coerce.number().multipleOf(pageSize).min(pageSize).max(maxPage).optional(),
  /** `next_cursor` or `previous_cursor` of a page. */
  cursor: z.string().max(200).optional(),
} satisfies Record<(typeof listingParameters)[number], z.ZodType>)
export type ListingQuery = z.infer<typeof ListingQuery>

/** The filters of a list, without its paging and order. */
export type ListingFilter = Pick<ListingQuery, FilterName>
export type ListingAddress = Omit<ListingQuery, "cursor">

/** The head of a profile, shown above every section. */
export interface ProfileHead {
  id: string
  slug: string
  name: string
  headline: string
  /** Of the headline, the quote and the introduction (ISO 639-1): the reader's, or that of the original. */
  texts_language: Locale
  /** The languages in which these texts are written. */
  written_in: Locale[]
  city: { slug: string; name: string; region: string }
  category: { slug: string; name: string }
  /** Euro cents. */
  hourly_rate: number
  minimum_hours: number
  /** A favourite of the viewer. */
  is_favorite: boolean
  /** ISO 639-1. */
  languages: string[]
  /** Epoch ms; null: not verified. */
  verified_at: number | null
  /** Epoch ms. */
  member_since: number
  updated_at: number
  /** Null: not known. */
  reply_speed: ReplySpeed | null
  is_available: boolean
  photo_count: number
  video_count: number
  private_photo_count: number
  private_video_count: number
  service_count: number
  /** Whom the owner shows the private media. */
  private_for: PrivateAudience
  /** The viewer may see the private media. */
  sees_private: boolean
  /** Search engines must not index it: it is hidden from some countries. */
  is_unlisted: boolean
  /** The portrait and the next pictures. */
  photos: Photo[]
}

/** A profile's main section. */
export interface PublicProfile extends ProfileHead {
  times: ProfileTimes
  quote: string
  about: string
  /** The first services. */
  services: ServiceGroup[]
  /** Other profiles listed in the same city. */
  nearby: ProfileCard[]
  nearby_total: number
}

/** When the owner of a profile is free: their usual week, the next days, and their tours. Never an hour, nor why they are not. */
export interface ProfileTimes {
  rhythm: DayPart[]
  /** The next seven days (YYYY-MM-DD), each with the parts in which they are free; none for an owner who states nothing. */
  days: { day: string; free: PartOfDay[] }[]
  /** By date. */
  tours: Pick<CalendarEntry, "city" | "first_day" | "last_day">[]
}

/** A section of a profile, with the head above it and the times beside it. */
export interface Section<Content> {
  profile: ProfileHead
  times: ProfileTimes
  content: Content
}

/** Photos in order, each with its pass if private. */
export interface Album {
  photos: (Photo & { pass: Pass | null })[]
  is_private: boolean
}

/** Ways for a viewer to open a closed private section: Premium, or an accepted conversation with the owner. */
export const privateNeeds = ["premium", "acceptance"] as const

/**
 * The private section: all media for permitted viewers, else placeholders only. `conversation_id`: of a Premium viewer
 * with the owner, null without one.
 */
export type PrivateSection =
  | { is_open: true; photos: (Photo & { pass: Pass })[]; videos: (Video & { pass: Pass })[] }
  | { is_open: false; veils: Placeholder[]; needs: (typeof privateNeeds)[number]; conversation_id: string | null }

/** The placeholder of a private media item, which everyone may see. */
export interface Placeholder {
  kind: "photo" | "video"
  /** A `data:` URL. */
  src: string
}

/** The current slug of a renamed profile. */
export interface Moved {
  moved: string
}

export interface ServiceGroup {
  category: string
  services: OfferedService[]
}

export interface OfferedService {
  name: string
  note: string | null
  /** Of the note (ISO 639-1): the reader's, or that of the original; null without one. */
  note_language: Locale | null
  /** Euro cents; null: on request. */
  price: number | null
  /** Minutes; null: as agreed. */
  duration: number | null
}

export interface HomePage {
  featured: ProfileCard[]
  newest: ProfileCard[]
  total: number
  categories: CategoryFacet[]
  cities: Facet[]
  /** The cities with the most profiles. */
  largestCities: PlacedCity[]
}

/** The back office's overview. */
export interface Dashboard {
  /** Epoch ms. */
  now: number
  categories: Facet[]
  cities: Facet[]
  newest: NewestProfile[]
}

export type NewestProfile = Pick<ProfileCard, "id" | "slug" | "name" | "city" | "category" | "hourly_rate"> & {
  published_at: number
  verified_at: number | null
}
