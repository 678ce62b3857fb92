import * as z from "zod"
import { lineText, multilineText } from "../../core/shared/text"
import { maxBody } from "../limits"
import type { ReplySpeed } from "../schema"
import { maxNote, maxTemplates, maxTitle } from "./limits"

/** A text that an owner inserts into messages. `{name}` stands for the other member's name. */
export interface MessageTemplate {
  id: string
  title: string
  body: string
}

/** How fast an owner usually replies, and the number of first replies that it is computed from. */
export interface OwnReplySpeed {
  speed: ReplySpeed
  replies: number
}

export const TemplateForm = z.object({ title: lineText(maxTitle), body: multilineText(maxBody) })
export type TemplateForm = z.infer<typeof TemplateForm>

const TemplateId = z.string().min(1).max(40)

/** The form of a new template, or of a change. */
export const TemplateChangeForm = TemplateForm.extend({ template: TemplateId })
export const TemplateActionForm = z.object({ template: TemplateId })

export const TemplateOrder = z.object({ ids: z.array(TemplateId).max(maxTemplates) })

export const AwayForm = z.object({ last_day: z.iso.date(), note: multilineText(maxNote) })
export type AwayForm = z.infer<typeof AwayForm>
