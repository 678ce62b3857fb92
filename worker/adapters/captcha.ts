import type { CaptchaWidget } from "~/browser/captcha"
import type { Captcha } from "~/domain/ports/captcha"
import { describeError } from "~/lib/describe-error"
import type { Config } from "../config"
import { logLine } from "../middleware/request-log"
import { type CaptchaPolicy, providers } from "./captcha-providers"

const timeoutMs = 5_000

/**
 * The check of a widget's answers, for a form on `hostname`; null where no captcha is configured. An answer is refused by what its
 * provider says; while the provider says nothing, every answer passes: its outage must not close our doors, and the limits still hold.
 */
export function createCaptcha(config: Config, hostname: string): Captcha | null {
  const secret = config.CAPTCHA_SECRET
  if (!config.CAPTCHA_PROVIDER || !secret) return null
  const address = addressOf(config, config.CAPTCHA_PROVIDER, "check")
  return {
    async verify(answer) {
      try {
        const { success, hostname: solvedAt, "error-codes": codes = [] } = await ask(address, secret, answer)
        if (success === true && solvedAt === hostname) return true
        logLine("warn", "captcha.refused", { codes: success ? ["hostname"] : codes })
        return false
      } catch (error) {
        logLine("warn", "captcha.unreachable", describeError(error))
        return true
      }
    },
  }
}

interface Verdict {
  success?: boolean
  hostname?: string
  "error-codes"?: string[]
}

/** Without the reader's address: the provider has no need of it. Throws when there is no verdict. */
async function ask(address: string, secret: string, answer: string): Promise<Verdict> {
  const response = await fetch(address, {
    method: "POST",
    body: new URLSearchParams({ secret, response: answer }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The captcha's provider answered ${response.status}`)
  const verdict = await response.json<Verdict>()
  if (verdict["error-codes"]?.includes("internal-error")) throw new Error("The captcha's provider failed")
  return verdict
}

/** What a page needs to show the widget; null where no captcha is configured. */
export function captchaWidget(config: Config, locale: string): CaptchaWidget | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey } = config
  if (!provider || !siteKey) return null
  return { provider, siteKey, script: `${addressOf(config, provider, "script")}?render=explicit&hl=${locale}` }
}

/** What a page with the widget must let in. */
export function captchaPolicy({ CAPTCHA_PROVIDER: provider, CAPTCHA_ORIGIN: origin }: Config): CaptchaPolicy | null {
  if (!provider) return null
  return origin ? { scripts: origin, frames: origin, connections: origin } : providers[provider].policy
}

function addressOf(config: Config, provider: keyof typeof providers, part: "script" | "check"): string {
  return (config.CAPTCHA_ORIGIN ?? providers[provider].origin) + providers[provider][part]
}
