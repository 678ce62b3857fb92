import { data } from "@remix-run/cloudflare"
import { FieldsPatch } from "~/domain/profiles/content/field-schemas"
import { FieldsForm } from "~/domain/profiles/editing/forms"
import { saveFields } from "~/domain/profiles/editing/workshop.server"
import { type FieldsForm as FormName, readFields } from "~/features/profiles/editing/read-fields"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { parseValues, submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"

/** Saves a form of the workshop by its button. */
export function saveFieldsForm(args: PageArgs, name: FormName) {
  const { ctx } = args
  return submitForm(args, FieldsForm, async ({ versions, save }, form) => {
    const fields = parseValues(FieldsPatch, readFields(name, form))
    await saveFields(ctx, { fields, versions, save })
    return data<FormResult>({ message: translator(ctx.locale, "workshop")("saved") })
  })
}
