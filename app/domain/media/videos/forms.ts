import * as z from "zod"
import { locales } from "~/i18n/locales"
import { VideoEdit, VideoVersion } from "./schema"

// Forms send text: versions as digits, texts under dotted names.

export const VideoAction = z.object({ video: z.string().min(1).max(40) })

/** The words and the visibility of a video: `version`, `visibility`, `texts.en.title` … */
export const VideoForm = z.preprocess((value) => {
  const form = value as Record<string, unknown>
  const texts = locales.map(({ code }) => {
    const field = (name: string) => form[`texts.${code}.${name}`]
    return [code, { title: field("title"), description: field("description") }] as const
  })
  const isWritten = texts.some(([, { title }]) => title !== undefined)
  const { version, visibility } = form
  return { version: Number(version), visibility, ...(isWritten && { texts: Object.fromEntries(texts) }) }
}, VideoEdit)

export const CaptionsForm = VideoVersion.extend({ locale: z.enum(locales.map(({ code }) => code)) })
