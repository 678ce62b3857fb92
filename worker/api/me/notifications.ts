import { createRoute } from "@hono/zod-openapi"
import * as z from "zod"
import { notificationTypes } from "~/db/schema/notifications"
import { subscribeToPush, unsubscribeFromPush } from "~/domain/notifications/push.server"
import {
  NotificationSettings,
  NotificationsQuery,
  PushSubscriptionForm,
  ReadNotifications,
} from "~/domain/notifications/schema"
import { getNotification, listNotifications, readNotifications } from "~/domain/notifications/service.server"
import { getNotificationSettings, setNotificationSettings } from "~/domain/notifications/settings.server"
import { jsonBody } from "../chat/chat-schemas"
import { createApi } from "../openapi/create-api"
import { errorResponses, responses, signedIn } from "../openapi/document"

const tags = ["notifications"]
const security = signedIn

const Notification = z
  .object({
    id: z.string(),
    type: z.enum(notificationTypes),
    title: z.string().meta({ description: "A sentence in the caller's language" }),
    state: z.string(),
    conversation_id: z.string().nullable(),
    name: z.string().nullable().meta({ description: "Of the other one in the conversation" }),
    avatar: z.string().nullable(),
    reference: z.string().nullable().meta({ description: "Of a ticket, an application or a report" }),
    unread_messages_count: z.number().int().meta({ description: "Of the conversation" }),
    path: z.string().meta({ description: "The page that it is about" }),
    is_read: z.boolean(),
    created_at: z.number().int().meta({ description: "Epoch ms" }),
  })
  .meta({ id: "Notification" })

const Settings = NotificationSettings.meta({
  id: "NotificationSettings",
  description: "When mails tell of what is unread. `quiet_hours`: minutes of the day in `time_zone` (IANA).",
})

const list = createRoute({
  method: "get",
  path: "/notifications",
  tags,
  summary: "What you are to know, the latest first",
  description:
    "A conversation has one, for as long as anything in it is unread. The count is of those that are about no conversation.",
  security,
  request: { query: NotificationsQuery },
  responses: {
    ...responses(
      200,
      "A page of them",
      z.object({
        data: z.array(Notification),
        next_cursor: z.string().nullable(),
        unread_notifications_count: z.number().int(),
      }),
    ),
    ...errorResponses(400, 401, 422),
  },
})

const show = createRoute({
  method: "get",
  path: "/notifications/{id}",
  tags,
  summary: "One of them",
  security,
  request: { params: z.object({ id: z.string().min(1).max(64) }) },
  responses: { ...responses(200, "The notification", Notification), ...errorResponses(401, 404) },
})

const read = createRoute({
  method: "post",
  path: "/notifications/read",
  tags,
  summary: "Mark some of them as read, or all",
  security,
  request: { body: jsonBody(ReadNotifications) },
  responses: { 204: { description: "Marked" }, ...errorResponses(400, 401, 413, 415, 422) },
})

const readSettings = createRoute({
  method: "get",
  path: "/me/notification-settings",
  tags,
  summary: "When you want to be disturbed",
  security,
  responses: { ...responses(200, "The settings", Settings), ...errorResponses(401) },
})

const writeSettings = createRoute({
  method: "put",
  path: "/me/notification-settings",
  tags,
  summary: "Say when you want to be disturbed",
  security,
  request: { body: jsonBody(Settings) },
  responses: {
    ...responses(200, "The settings as they are now", Settings),
    ...errorResponses(400, 401, 413, 415, 422),
  },
})

const pushKey = createRoute({
  method: "get",
  path: "/push-key",
  tags,
  summary: "The key for `pushManager.subscribe`",
  description: "`public_key` is null where this site sends nothing to browsers.",
  responses: { ...responses(200, "The key", z.object({ public_key: z.string().nullable() })) },
})

const subscribe = createRoute({
  method: "post",
  path: "/me/push-subscriptions",
  tags,
  summary: "Let this browser be knocked at while no page is open",
  description:
    "For as long as this session lives. The endpoint is one of the push services of Chromium, Firefox, Safari or Edge; what comes carries no payload.",
  security,
  request: { body: jsonBody(PushSubscriptionForm) },
  responses: { 204: { description: "Kept" }, ...errorResponses(400, 401, 404, 413, 415, 422, 429) },
})

const unsubscribe = createRoute({
  method: "delete",
  path: "/me/push-subscriptions",
  tags,
  summary: "Let it be left in peace",
  security,
  request: { body: jsonBody(PushSubscriptionForm) },
  responses: { 204: { description: "Forgotten" }, ...errorResponses(400, 401, 413, 415, 422) },
})

export const notifications = createApi()
  .openapi(list, async (c) => c.json(await listNotifications(c.var.ctx, c.req.valid("query").cursor ?? null), 200))
  .openapi(show, async (c) => c.json(await getNotification(c.var.ctx, c.req.valid("param").id), 200))
  .openapi(read, async (c) => {
    await readNotifications(c.var.ctx, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(readSettings, async (c) => c.json(await getNotificationSettings(c.var.ctx), 200))
  .openapi(writeSettings, async (c) => c.json(await setNotificationSettings(c.var.ctx, c.req.valid("json")), 200))
  .openapi(pushKey, async (c) => c.json({ public_key: c.var.ctx.push?.publicKey ?? null }, 200))
  .openapi(subscribe, async (c) => {
    await subscribeToPush(c.var.ctx, c.req.valid("json").endpoint)
    return c.body(null, 204)
  })
  .openapi(unsubscribe, async (c) => {
    await unsubscribeFromPush(c.var.ctx, c.req.valid("json").endpoint)
    return c.body(null, 204)
  })
