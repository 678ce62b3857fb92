import { data } from "@remix-run/cloudflare"
import { addEntry, removeEntry } from "~/domain/profiles/calendar/entries.server"
import { DaysOffForm, EntryActionForm, TourForm } from "~/domain/profiles/calendar/schema"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { type FormHandlers, submitForm } from "~/remix/form.server"
import type { PageArgs } from "~/remix/page.server"
import type { EntryIntent } from "./own-entries"

/** Returns the handlers of the forms of days off and tours. */
export function entryForms({ ctx }: Pick<PageArgs, "ctx">): FormHandlers<EntryIntent> {
  const t = translator(ctx.locale, "calendar")
  const done = (message: string) => data<FormResult>({ message })
  return {
    "add-off": (args) =>
      submitForm(args, DaysOffForm, async (entry) => {
        await addEntry(ctx, entry)
        return done(t("entries.added_off"))
      }),
    "add-tour": (args) =>
      submitForm(args, TourForm, async (entry) => {
        await addEntry(ctx, entry)
        return done(t("entries.added_tour"))
      }),
    "remove-entry": (args) =>
      submitForm(args, EntryActionForm, async ({ id }) => {
        await removeEntry(ctx, id)
        return done(t("entries.removed"))
      }),
  }
}
