import type { TemplateUse } from "~/db/enums"

/** A text that staff insert into their reasons, in the language of who reads them. */
export interface ReasonTemplate {
  id: string
  use: TemplateUse
  name: string
  text: string
}
