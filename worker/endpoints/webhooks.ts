import { Hono } from "hono"
import { setSubscribed } from "~/domain/notifications/unsubscribe.server"
import type { AppEnv } from "../env"

/** Endpoints for machines, without cookie or access key: each call carries its own proof. */
export const webhooks = new Hono<AppEnv>()
  // One-click unsubscribe in mail clients (RFC 8058).
  .post("/unsubscribe/:token", async (c) => {
    await setSubscribed(c.var.ctx, c.req.param("token"), false)
    return c.body(null, 204)
  })
