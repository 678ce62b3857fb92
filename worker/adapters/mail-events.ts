import { createHmac } from "node:crypto"
import * as z from "zod"
import type { ReturnedMail } from "~/domain/mail/schema"
import { equalsInConstantTime } from "~/lib/crypto.server"
import { MINUTE } from "~/lib/time"

/** Headers of a webhook as the provider sends them (Standard Webhooks, which Resend signs by through Svix). */
export interface SignedEvent {
  id: string
  /** Seconds since the epoch. */
  timestamp: string
  /** `v1,` and base64, one for each secret of the endpoint, separated by spaces. */
  signature: string
  /** As it arrived. */
  body: string
}

/** A signed event may be this old, or this far in the future, in ms. */
const tolerance = 5 * MINUTE

/** Whether an event was signed with the endpoint's secret (`whsec_` and base64), recently (standardwebhooks.com). */
export function isSigned({ id, timestamp, signature, body }: SignedEvent, secret: string, now: number): boolean {
  if (id === "" || !/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1_000) > tolerance) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const expected = `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
  return signature.split(" ").some((one) => equalsInConstantTime(one, expected))
}

const Event = z.object({
  type: z.string(),
  data: z.object({ to: z.array(z.string().max(400)), bounce: z.object({ type: z.string() }).optional() }),
})

/**
 * Returns what an event of Resend says of addresses (resend.com/docs/webhooks/event-types): those that refused a mail for
 * good, and those whose reader complained. Other events say nothing; null: no event.
 */
export function readReturns(body: string): ReturnedMail[] | null {
  const event = Event.safeParse(parseJson(body)).data
  if (!event) return parseJson(body) === null ? null : []
  const { type, data } = event
  // `Transient` and `Undetermined` bounces may be gone with the next mail.
  const isPermanent = type === "email.bounced" && (data.bounce?.type ?? "Permanent") === "Permanent"
  const reason = isPermanent ? "bounced" : type === "email.complained" ? "complained" : null
  return reason === null ? [] : data.to.map((to) => ({ address: addressIn(to), reason }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the address of `Ada <ada@example.org>`. */
const addressIn = (to: string) => /<([^<>]+)>\s*$/.exec(to)?.[1] ?? to.trim()
