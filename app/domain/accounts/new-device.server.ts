import { newToken, sha256 } from "~/lib/crypto.server"
import type { Ctx } from "../context"

/** The hash that a device is known by: its cookie's, which a browser is given here, or for API clients without one what they say they are. */
export function deviceHash(ctx: Pick<Ctx, "client">, kind: "web" | "api"): string {
  const { device, userAgent, country } = ctx.client
  if (!device.token && kind === "api") return sha256(`${userAgent}\n${country}`)
  const token = device.token ?? newToken()
  device.keep(token)
  return sha256(token)
}
