import * as z from "zod"
import { notificationTypes } from "~/db/schema/notifications"
import { subscribeToPush, unsubscribeFromPush } from "~/domain/notifications/push.server"
import {
  NotificationSettings,
  NotificationsQuery,
  outcomes,
  PushSubscriptionForm,
  ReadNotifications,
} from "~/domain/notifications/schema"
import { getNotification, listNotifications, readNotifications } from "~/domain/notifications/service.server"
import { getNotificationSettings, setNotificationSettings } from "~/domain/notifications/settings.server"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { limitText } from "../openapi/limit-text"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const tag = "notifications"

const states = Object.entries(outcomes)
  .map(([type, names]) => `\`${type}\`: ${names.join(", ")}`)
  .join("; ")

const Notification = z
  .object({
    id: z.string(),
    type: z.enum(notificationTypes),
    title: z.string().meta({ description: "A sentence for the user, in their language" }),
    state: z.string().meta({ description: `The outcome, by type. ${states}` }),
    conversation_id: z.string().nullable(),
    name: z.string().nullable().meta({ description: "The other member of the conversation" }),
    avatar: z.string().nullable().meta({ description: "The path of the other member's picture" }),
    reference: z.string().nullable().meta({ description: "The reference of the ticket, application or report" }),
    unread_messages_count: z.number().int().meta({ description: "Unread messages of the conversation" }),
    path: z.string().meta({ description: "The path of the page to open" }),
    is_read: z.boolean(),
    created_at: epochMs,
  })
  .meta({ id: "Notification" })

const Settings = describeFields(NotificationSettings, {
  rhythm: "`soon`: a mail about what has been unread for half an hour; `daily`: one mail a day at nine",
  quiet_hours: "No mails and pushes between these minutes of the day (0 to 1439); null for none",
  time_zone: "An IANA name, such as `Europe/Paris`",
}).meta({ id: "NotificationSettings" })

const list = createOperation({
  method: "get",
  path: "/notifications",
  operationId: "listNotifications",
  tag,
  summary: "List notifications",
  description:
    "30 per page, newest first. A conversation has at most one notification, for as long as it has unread messages.",
  guard: "user",
  request: { query: NotificationsQuery },
  responses: responses(
    200,
    "A page of notifications",
    pageOf(Notification).extend({
      unread_notifications_count: z
        .number()
        .int()
        .meta({ description: "Unread notifications that belong to no conversation" }),
    }),
  ),
  errors: ["cursor.invalid", "chat.unreachable"],
})

const show = createOperation({
  method: "get",
  path: "/notifications/{id}",
  operationId: "getNotification",
  tag,
  summary: "Get a notification",
  guard: "user",
  request: { params: z.object({ id: z.string().min(1).max(64) }) },
  responses: responses(200, "The notification", Notification),
  errors: ["request.not_found", "chat.unreachable"],
})

const read = createOperation({
  method: "post",
  path: "/notifications/read",
  operationId: "markNotificationsRead",
  tag,
  summary: "Mark notifications as read",
  description: "Send up to 50 `ids`, or `all`. Idempotent; unknown ids are ignored.",
  guard: "user",
  request: { body: jsonBody(ReadNotifications) },
  responses: { 204: { description: "The notifications are read" } },
})

const readSettings = createOperation({
  method: "get",
  path: "/me/notification-settings",
  operationId: "getNotificationSettings",
  tag,
  summary: "Get your notification settings",
  guard: "user",
  responses: responses(200, "The settings", Settings),
})

const writeSettings = createOperation({
  method: "put",
  path: "/me/notification-settings",
  operationId: "setNotificationSettings",
  tag,
  summary: "Set your notification settings",
  description: "Replaces all settings.",
  guard: "user",
  request: { body: jsonBody(Settings) },
  responses: responses(200, "The new settings", Settings),
})

const pushKey = createOperation({
  method: "get",
  path: "/push-key",
  operationId: "getPushKey",
  tag,
  summary: "Get the public key for Web Push",
  description: "The `applicationServerKey` for `pushManager.subscribe` (VAPID, RFC 8292).",
  responses: responses(
    200,
    "The key",
    z.object({ public_key: z.string().nullable().meta({ description: "Null if Web Push is not configured" }) }),
  ),
})

const Subscription = describeFields(PushSubscriptionForm, {
  endpoint: "The `endpoint` of the browser's `PushSubscription`, up to 1,000 characters",
})

const subscribe = createOperation({
  method: "post",
  path: "/me/push-subscriptions",
  operationId: "subscribeToPush",
  tag,
  summary: "Subscribe this browser to push notifications",
  description: `Idempotent. The subscription ends with this session. Messages carry no payload. 422 \`push.unknown_service\` unless the endpoint belongs to the push service of Chromium, Firefox, Safari or Edge; 404 \`push.off\` if Web Push is not configured. Limit: ${limitText("push.subscribe")}.`,
  guard: "user",
  request: { body: jsonBody(Subscription) },
  responses: {
    204: { description: "The browser is subscribed" },
  },
  errors: ["push.off", "push.unknown_service", "rate.limited"],
})

const unsubscribe = createOperation({
  method: "delete",
  path: "/me/push-subscriptions",
  operationId: "unsubscribeFromPush",
  tag,
  summary: "Unsubscribe this browser from push notifications",
  description: "Idempotent.",
  guard: "user",
  request: { body: jsonBody(Subscription) },
  responses: { 204: { description: "The browser is not subscribed" } },
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
