import { Hono } from "hono"
import { setSubscribed } from "~/domain/notifications/unsubscribe.server"
import type { AppEnv } from "../env"

/** What machines call, who have neither a cookie nor the access value: each call carries its own proof. */
export const webhooks = new Hono<AppEnv>()
  // The button that a mailbox shows beside a mail (RFC 8058).
  .post("/unsubscribe/:token", async (c) => {
    await setSubscribed(c.var.ctx, c.req.param("token"), false)
    return c.body(null, 204)
  })
