import * as z from "zod"
import { type MediaReason, mediaKinds } from "~/db/enums"
import type { ownMediaStates } from "~/db/schema/profiles/media"
import { type Locale, locales } from "~/i18n/locales"
import { lineDraft } from "../core/shared/text"
import type { Crop } from "./pictures/png.server"
import type { Pass } from "./schema"

/** A state as its owner sees it. */
export type OwnState = (typeof ownMediaStates)[number]

const fraction = z.number().min(0).max(1)

/** A crop in a query, in fractions of the upright picture: `x,y,w,h`. */
export const CropText = z
  .string()
  .max(80)
  .transform((text) => text.split(",").map(Number))
  .pipe(z.tuple([fraction, fraction, fraction.min(0.05), fraction.min(0.05)]))
  .refine(([x, y, w, h]) => x + w <= 1.001 && y + h <= 1.001)
  .transform(([x, y, w, h]): Crop => ({ x, y, w, h }))

export const maxAlt = 200
export const Alt = lineDraft(maxAlt)
const byLocale = Object.fromEntries(locales.map(({ code }) => [code, Alt.optional()]))
export const Version = z.number().int().min(1)

/** A change of an own media item. */
export const MediaEdit = z.object({
  version: Version,
  visibility: z.enum(["public", "private"]).optional(),
  alt: z.object(byLocale as Record<Locale, z.ZodOptional<typeof Alt>>).optional(),
  is_cover: z.literal(true).optional(),
})
export type MediaEdit = z.infer<typeof MediaEdit>

/** All of an owner's media of a kind in their new order. */
export const MediaOrder = z.object({
  kind: z.enum(mediaKinds).default("photo"),
  items: z.array(z.object({ id: z.string().min(1).max(40), version: Version })).max(100),
})
export type MediaOrder = z.infer<typeof MediaOrder>

/** A photo or video as its owner sees it. */
export interface OwnMediaItem {
  id: string
  kind: "photo" | "video"
  visibility: "public" | "private" | "hidden"
  state: OwnState
  version: number
  /** Pixels; null until it is processed. */
  width: number | null
  height: number | null
  /** `#rrggbb`, or null until it is processed. */
  color: string | null
  is_cover: boolean
  alt: Partial<Record<Locale, string>>
  reason: MediaReason | null
  comment: string | null
  /** Opens its variants, while it has some. */
  pass: Pass | null
  approved_at: number | null
  created_at: number
}
