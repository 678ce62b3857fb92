import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { receiveEvent } from "~/domain/billing/sync/events.server"
import { recordReturn } from "~/domain/mail/returned.server"
import { setSubscribed } from "~/domain/notifications/unsubscribe.server"
import { isSigned, readReturns } from "../adapters/mail-events"
import { readConfig } from "../config"
import type { AppEnv } from "../env"

/** Bytes; Stripe's largest events have some 100 KB. */
const largestEvent = 1024 * 1024

/** Endpoints for machines, without cookie or access key: each call carries its own proof. */
export const webhooks = new Hono<AppEnv>()
  // One-click unsubscribe in mail clients (RFC 8058).
  .post("/unsubscribe/:token", async (c) => {
    await setSubscribed(c.var.ctx, c.req.param("token"), false)
    return c.body(null, 204)
  })
  // The raw body is what was signed. 200 once the event is stored; 400 is tried again by nobody, 5xx by the provider.
  .post("/stripe", bodyLimit({ maxSize: largestEvent, onError: (c) => c.body(null, 413) }), async (c) => {
    const { ctx } = c.var
    if (!ctx.payments) return c.body(null, 404)
    const signature = c.req.header("Stripe-Signature") ?? ""
    const isStored = await receiveEvent(ctx, ctx.payments, await c.req.text(), signature)
    return c.body(null, isStored ? 200 : 400)
  })
  // Bounces and complaints of the mail provider. The raw body is what was signed.
  .post("/mail", bodyLimit({ maxSize: largestEvent, onError: (c) => c.body(null, 413) }), async (c) => {
    const { ctx } = c.var
    const { MAIL_WEBHOOK_SECRET: secret } = readConfig(c.env)
    if (!secret) return c.body(null, 404)
    const header = (name: string) => c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? ""
    const body = await c.req.text()
    const event = { id: header("id"), timestamp: header("timestamp"), signature: header("signature"), body }
    const returns = isSigned(event, secret, ctx.now()) ? readReturns(body) : null
    if (!returns) return c.body(null, 400)
    for (const one of returns) await recordReturn(ctx, one)
    return c.body(null, 204)
  })
