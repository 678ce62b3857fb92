import * as z from "zod"
import type { CategoryFacet, Facet, MaybeCounted } from "../catalog/schema"
import type { Pass, Photo, Video } from "../media/schema"
import { longestPage, pageSize } from "./paging"

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
  is_available: boolean
  /** Of whoever reads it. */
  is_favorite: boolean
  private_photo_count: number
  cover: Cover | null
}

export interface Cover {
  id: string
  /** `#rrggbb`, shown until the picture is there. */
  color: string
}

/** A page of the listing, and what its filters would give. */
export interface Listing {
  profiles: ProfileCard[]
  /** Null: more than are shown; only what is kept as a number is said as one. */
  total: number | null
  /** The filters in use. */
  address: ListingAddress
  /** The names of those that have one, in the page's language. */
  chosen: Partial<Record<"city" | "region" | "category" | "service", Choice>>
  cities: MaybeCounted[]
  /** Those with more than one city. */
  regions: MaybeCounted[]
  categories: MaybeCounted[]
  /** Those that someone offers in the place and category; of the category in use, or of all. */
  services: MaybeCounted[]
  /** The name, as the slug, is an ISO 639-1 code. */
  languages: MaybeCounted[]
  verified: number | null
  available: number | null
  /** The cursor that this page starts after, which a longer page starts after too; null on the first, undefined where one went back. */
  start: string | null | undefined
  previous_cursor: string | null
  next_cursor: string | null
  /** Where to go from a list that holds nobody; null while it holds someone. */
  alternatives: Alternatives | null
}

export type Choice = Pick<Facet, "slug" | "name">

export interface Alternatives {
  /** Each filter that could be let go, with how many profiles there would be, most first; `more`: that many at least. */
  without: { filter: FilterName; profiles: number; more: boolean }[]
  /** Some of the profiles that the best of these lists, or of all. */
  profiles: ProfileCard[]
}

const sorts = ["newest", "price-up", "price-down"] as const
export type Sort = (typeof sorts)[number]

const Slug = z.string().max(80).optional()
const Tick = z.literal("1").optional()

/** The listing's address: `?city=paris&q=opera&before=CURSOR`. Unknown parameters are ignored, unknown values are not. */
export const ListingQuery = z.object({
  q: z.string().trim().max(100).optional(),
  category: Slug,
  service: Slug,
  region: Slug,
  city: Slug,
  /** ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
  verified: Tick,
  available: Tick,
  sort: z.enum(sorts).optional(),
  /** How many cards. */
  show: z.coerce.number().multipleOf(pageSize).min(pageSize).max(longestPage).optional(),
  /** What comes after this cursor: the next page. */
  before: z.string().max(200).optional(),
  /** What comes before this cursor: the page before. */
  after: z.string().max(200).optional(),
})
export type ListingQuery = z.infer<typeof ListingQuery>

export type FilterName = "q" | "category" | "service" | "region" | "city" | "language" | "verified" | "available"
/** What a list is of, without where in it one is. */
export type ListingFilter = Pick<ListingQuery, FilterName>
export type ListingAddress = Omit<ListingQuery, "before" | "after">

/** What every section of a profile shows above itself. */
export interface ProfileHead {
  id: string
  slug: string
  name: string
  headline: string
  city: { slug: string; name: string; region: string }
  category: { slug: string; name: string }
  /** Euro cents. */
  hourly_rate: number
  minimum_hours: number
  /** Of whoever reads it. */
  is_favorite: boolean
  /** ISO 639-1. */
  languages: string[]
  /** Epoch ms; null: not confirmed. */
  verified_at: number | null
  /** Epoch ms. */
  member_since: number
  updated_at: number
  is_available: boolean
  photo_count: number
  video_count: number
  private_photo_count: number
  private_video_count: number
  service_count: number
  /** Who asks may see the private ones. */
  sees_private: boolean
  /** The portrait and the first pictures after it. */
  photos: Photo[]
}

/** The main section. */
export interface PublicProfile extends ProfileHead {
  quote: string
  about: string
  /** The first of them. */
  services: ServiceGroup[]
  /** Others listed in the same city. */
  nearby: ProfileCard[]
  nearby_total: number
}

/** A section of a profile, below its head. */
export interface Section<Content> {
  profile: ProfileHead
  content: Content
}

/** Photos in their order, each with the pass that a private one needs. */
export interface Album {
  photos: (Photo & { pass: Pass | null })[]
  is_private: boolean
}

/** What is behind the lock: everything for who may see it, else only what it is like. */
export type PrivateSection =
  | { is_open: true; photos: (Photo & { pass: Pass })[]; videos: (Video & { pass: Pass })[] }
  | { is_open: false; veils: Placeholder[] }

/** A private medium as everyone may see it. */
export interface Placeholder {
  kind: "photo" | "video"
  /** A `data:` address. */
  src: string
}

/** A profile is elsewhere now: the slug that it has. */
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
