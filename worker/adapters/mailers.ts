import { type Mailer, MailRefused, type Message } from "~/domain/core/ports/mailer"
import type { Config } from "../config"

/** Creates the mailer that this deployment configures. */
export function createMailer(env: Env, config: Config): Mailer {
  if (config.MAIL_ADAPTER === "cloudflare") return cloudflareMailer(env.EMAIL, config.MAIL_FROM)
  if (config.MAIL_ADAPTER === "http") return httpMailer(config)
  return mailbox
}

/** Development: sends nothing; `/dev/mailbox` shows the mails. */
const mailbox: Mailer = { storesCopies: true, send: async () => {} }

/** Cloudflare's own e-mail binding (developers.cloudflare.com/email-service). */
function cloudflareMailer(binding: SendEmail, from: string): Mailer {
  return {
    storesCopies: false,
    async send(message) {
      await binding.send({ from, ...message })
    },
  }
}

const timeoutMs = 10_000
/** Statuses that say that this mail is wrong, such as its recipient; any other may be gone with the next attempt. */
const refusals = [400, 410, 422]

/** Any provider that accepts `{from, to, subject, html, text, headers}` as JSON with a Bearer token, such as Resend. */
function httpMailer({ MAIL_FROM: from, MAIL_HTTP_URL: url, MAIL_HTTP_TOKEN: token }: Config): Mailer {
  return {
    storesCopies: false,
    async send(message: Message) {
      const response = await fetch(url ?? "", {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify({ from, ...message }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return
      const problem = `The mail provider responded with ${response.status}`
      throw refusals.includes(response.status) ? new MailRefused(problem) : new Error(problem)
    },
  }
}
