import * as z from "zod"
import { calendarEntryKinds } from "~/db/enums"
import { addEntry, listEntries, removeEntry } from "~/domain/profiles/calendar/entries.server"
import { maxEntries } from "~/domain/profiles/calendar/limits"
import { EntryActionForm, NewEntry } from "~/domain/profiles/calendar/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { wholeListOf } from "../openapi/schemas"

const tag = "own profile"
const day = z.iso.date().meta({ description: "YYYY-MM-DD in the time zone Europe/Paris" })

const Entry = z
  .object({
    id: z.string(),
    kind: z.enum(calendarEntryKinds).meta({ description: "`off`: days off; `tour`: days in another city" }),
    city: z
      .object({ slug: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "The city of a tour; null for days off" }),
    first_day: day,
    last_day: day.meta({ description: "Included" }),
  })
  .meta({ id: "CalendarEntry", description: "Days that differ from your usual week" })

const Entries = wholeListOf(Entry)

const list = createOperation({
  method: "get",
  path: "/profile/calendar/entries",
  operationId: "listCalendarEntries",
  tag,
  summary: "List your days off and tours",
  description: "By date, without those that are past.",
  guard: "user",
  responses: responses(200, "Days off and tours", Entries),
  errors: ["request.not_found"],
})

const add = createOperation({
  method: "post",
  path: "/profile/calendar/entries",
  operationId: "addCalendarEntry",
  tag,
  summary: "Add days off or a tour",
  description: `Effective at once: on days off you are not found by date, on a tour you are listed in its city. Days from today to 89 days ahead; at most ${maxEntries} entries. 409 \`calendar.overlap\` for a tour during another one. Limit: ${limitText("workshop.save")}, with edits.`,
  guard: "user",
  request: { body: jsonBody(NewEntry) },
  responses: responses(200, "Days off and tours", Entries),
  errors: ["request.not_found", "validation.failed", "calendar.overlap", "calendar.full", "rate.limited"],
})

const remove = createOperation({
  method: "delete",
  path: "/profile/calendar/entries/{id}",
  operationId: "deleteCalendarEntry",
  tag,
  summary: "Delete days off or a tour",
  description: "Idempotent.",
  guard: "user",
  request: { params: describeFields(EntryActionForm, { id: "An entry's id" }) },
  responses: responses(200, "Days off and tours", Entries),
  errors: ["request.not_found", "rate.limited"],
})

export const calendar = createApi()
  .openapi(list, async (c) => c.json({ data: await listEntries(c.var.ctx), next_cursor: null }, 200))
  .openapi(add, async (c) => {
    await addEntry(c.var.ctx, c.req.valid("json"))
    return c.json({ data: await listEntries(c.var.ctx), next_cursor: null }, 200)
  })
  .openapi(remove, async (c) => {
    await removeEntry(c.var.ctx, c.req.valid("param").id)
    return c.json({ data: await listEntries(c.var.ctx), next_cursor: null }, 200)
  })
