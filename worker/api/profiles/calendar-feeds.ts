import * as z from "zod"
import { calendarLength } from "~/db/calendar-days"
import { calendarErrors } from "~/db/enums"
import { endAddress, replaceAddress } from "~/domain/profiles/calendar/feeds/address.server"
import { partsBegin } from "~/domain/profiles/calendar/feeds/day-parts"
import { connectFeed, disconnectFeed, getCalendars, readFeedNow } from "~/domain/profiles/calendar/feeds/feeds.server"
import { FeedForm } from "~/domain/profiles/calendar/feeds/schema"
import type { AppContext } from "../../env"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const tag = "own profile"

const hours = Object.entries(partsBegin)
  .map(([part, hour]) => `${part} from ${hour}:00`)
  .join(", ")

const Feed = z
  .object({
    host: z.string().meta({ description: "The host of its address, which is not returned" }),
    error: z.enum(calendarErrors).nullable().meta({ description: "Why the last reading failed" }),
    read_at: epochMs.nullable().meta({ description: "Last successful reading" }),
    busy: z.array(z.string()).meta({
      description: `Busy parts of the next ${calendarLength} days, such as \`2026-12-04-evening\`, in Paris time: ${hours}, six hours each`,
    }),
  })
  .meta({ id: "CalendarFeed", description: "Your calendar that you keep elsewhere" })

const FeedAnswer = z.object({ feed: Feed.nullable() })

const Address = z
  .object({
    address: z.string().meta({ description: "A secret: it is all that is needed to read the calendar" }),
    created_at: epochMs,
  })
  .meta({ id: "CalendarAddress", description: "The secret address of your days off and tours (iCalendar, RFC 5545)" })

const AddressAnswer = z.object({ address: Address.nullable() })

const getFeed = createOperation({
  method: "get",
  path: "/profile/calendar/feed",
  operationId: "getCalendarFeed",
  tag,
  summary: "Get the calendar that you keep elsewhere",
  guard: "user",
  responses: responses(200, "The calendar, or null", FeedAnswer),
  errors: ["request.not_found"],
})

const putFeed = createOperation({
  method: "put",
  path: "/profile/calendar/feed",
  operationId: "connectCalendarFeed",
  tag,
  summary: "Set the calendar that you keep elsewhere",
  description: `Replaces the former one, and is read at once, then hourly. Its busy parts of days count as not available; nothing else of it is stored. Limit: ${limitText("calendar.read")}, with readings.`,
  guard: "user",
  request: {
    body: jsonBody(
      describeFields(FeedForm, {
        address: "Its secret address in iCalendar format: https or webcal, of a public host",
      }),
    ),
  },
  responses: responses(200, "The calendar", FeedAnswer),
  errors: ["request.not_found", "rate.limited"],
})

const deleteFeed = createOperation({
  method: "delete",
  path: "/profile/calendar/feed",
  operationId: "disconnectCalendarFeed",
  tag,
  summary: "Delete the calendar that you keep elsewhere",
  guard: "user",
  responses: responses(200, "Null", FeedAnswer),
  errors: ["request.not_found"],
})

const readFeed = createOperation({
  method: "post",
  path: "/profile/calendar/feed/read",
  operationId: "readCalendarFeed",
  tag,
  summary: "Refresh the calendar that you keep elsewhere",
  description: `Limit: ${limitText("calendar.read")}.`,
  guard: "user",
  responses: responses(200, "The calendar", FeedAnswer),
  errors: ["request.not_found", "rate.limited"],
})

const getAddress = createOperation({
  method: "get",
  path: "/profile/calendar/address",
  operationId: "getCalendarAddress",
  tag,
  summary: "Get the secret address of your days off and tours",
  guard: "user",
  responses: responses(200, "The address, or null", AddressAnswer),
  errors: ["request.not_found"],
})

const postAddress = createOperation({
  method: "post",
  path: "/profile/calendar/address",
  operationId: "renewCalendarAddress",
  tag,
  summary: "Create a secret address of your days off and tours",
  description: `The former one ends at once. Limit: ${limitText("calendar.address")}.`,
  guard: "user",
  responses: responses(200, "The address", AddressAnswer),
  errors: ["request.not_found", "rate.limited"],
})

const deleteAddress = createOperation({
  method: "delete",
  path: "/profile/calendar/address",
  operationId: "endCalendarAddress",
  tag,
  summary: "End the secret address of your days off and tours",
  guard: "user",
  responses: responses(200, "Null", AddressAnswer),
  errors: ["request.not_found"],
})

const feedOf = async (c: AppContext) => ({ feed: (await getCalendars(c.var.ctx)).feed })
const addressOf = async (c: AppContext) => ({ address: (await getCalendars(c.var.ctx)).address })

export const calendarFeeds = createApi()
  .openapi(getFeed, async (c) => c.json(await feedOf(c), 200))
  .openapi(putFeed, async (c) => {
    await connectFeed(c.var.ctx, c.req.valid("json"))
    return c.json(await feedOf(c), 200)
  })
  .openapi(deleteFeed, async (c) => {
    await disconnectFeed(c.var.ctx)
    return c.json(await feedOf(c), 200)
  })
  .openapi(readFeed, async (c) => {
    await readFeedNow(c.var.ctx)
    return c.json(await feedOf(c), 200)
  })
  .openapi(getAddress, async (c) => c.json(await addressOf(c), 200))
  .openapi(postAddress, async (c) => {
    await replaceAddress(c.var.ctx)
    return c.json(await addressOf(c), 200)
  })
  .openapi(deleteAddress, async (c) => {
    await endAddress(c.var.ctx)
    return c.json(await addressOf(c), 200)
  })
