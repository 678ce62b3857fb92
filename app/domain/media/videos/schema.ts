import * as z from "zod"
import { type MediaReason, mediaVisibilities } from "~/db/enums"
import { type Locale, locales } from "~/i18n/locales"
import { lineDraft, multilineDraft } from "../../core/shared/text"
import type { OwnState } from "../own-media"
import type { Pass } from "../schema"
import { maxVideoBytes, maxVideoDescription, maxVideoTitle } from "./policy"

type VideoVisibility = (typeof mediaVisibilities)[number]

/** The start of an upload. `client_id` identifies the file in the browser: a hash of its name, size and date. */
export const NewVideo = z.object({
  client_id: z.string().regex(/^[\w-]{8,64}$/),
  bytes: z.number().int().min(1).max(maxVideoBytes),
  visibility: z.enum(mediaVisibilities).default("public"),
})
export type NewVideo = z.infer<typeof NewVideo>

const Version = z.number().int().min(1)
const Title = lineDraft(maxVideoTitle)
const Texts = z.object({ title: Title.optional(), description: multilineDraft(maxVideoDescription).optional() })
const byLocale = Object.fromEntries(locales.map(({ code }) => [code, Texts.optional()]))

/** A change of an own video. */
export const VideoEdit = z.object({
  version: Version,
  visibility: z.enum(mediaVisibilities).optional(),
  texts: z.object(byLocale as Record<Locale, z.ZodOptional<typeof Texts>>).optional(),
})
export type VideoEdit = z.infer<typeof VideoEdit>

/** The version of a video that its owner has read, in a query. */
export const VideoVersion = z.object({ version: z.coerce.number().int().min(1) })
export type VideoVersion = z.infer<typeof VideoVersion>

interface VideoTexts {
  title: string
  description: string
}

/** A video as its owner sees it. */
export interface OwnVideo {
  id: string
  visibility: VideoVisibility
  state: OwnState
  version: number
  /** Of the file. */
  bytes: number
  /** While it is uploaded: which parts are stored. */
  upload: { client_id: string; part_bytes: number; part_count: number; parts: number[] } | null
  /** Seconds; null until the file was read. */
  duration: number | null
  type: "mp4" | "webm" | null
  /** Pixels of a frame. */
  frame_width: number | null
  frame_height: number | null
  has_poster: boolean
  /** Pixels of the poster; null without one. */
  width: number | null
  height: number | null
  /** ISO 639-1: the languages of its captions. */
  captions: string[]
  texts: Partial<Record<Locale, VideoTexts>>
  reason: MediaReason | null
  comment: string | null
  /** Opens the film, its poster and captions, for five minutes. */
  pass: Pass | null
  approved_at: number | null
  created_at: number
}
