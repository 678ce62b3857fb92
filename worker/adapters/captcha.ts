import type { CaptchaWidget } from "~/browser/captcha"
import type { Ctx } from "~/domain/core/context"
import type { Captcha } from "~/domain/core/ports/captcha"
import { describeError } from "~/lib/describe-error"
import type { Config } from "../config"
import { logLine } from "../middleware/request-log"
import { type CaptchaPolicy, providers } from "./captcha-providers"

const timeoutMs = 5_000

/**
 * Creates the verifier of CAPTCHA tokens for forms on `hostname`; null if no CAPTCHA is configured. While the provider is unreachable
 * every token passes: its outage must not lock users out, and the rate limits still apply.
 */
export function createCaptcha(
  config: Config,
  { settings, secrets }: Pick<Ctx, "settings" | "secrets">,
  hostname: string,
): Captcha | null {
  const { CAPTCHA_SECRET: configured } = config
  const sealed = settings["captcha.secret"]
  if (!config.CAPTCHA_PROVIDER || !configured) return null
  const address = addressOf(config, config.CAPTCHA_PROVIDER, "check")
  return {
    async verify(token) {
      try {
        const secret = sealed === null ? configured : await secrets.open(sealed, "captcha.secret")
        const { success, hostname: solvedAt, "error-codes": codes = [] } = await verifyToken(address, secret, token)
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

/** Verifies a token with the provider, without the user's IP address, which it does not need. Throws without a verdict. */
async function verifyToken(address: string, secret: string, token: string): Promise<Verdict> {
  const response = await fetch(address, {
    method: "POST",
    body: new URLSearchParams({ secret, response: token }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The CAPTCHA provider responded with ${response.status}`)
  const verdict = await response.json<Verdict>()
  if (verdict["error-codes"]?.includes("internal-error"))
    throw new Error("The CAPTCHA provider reported an internal error")
  return verdict
}

/** Returns the data that a page needs to show the widget; null if no CAPTCHA is configured. */
export function captchaWidget(
  config: Config,
  { settings, locale }: Pick<Ctx, "settings" | "locale">,
): CaptchaWidget | null {
  const { CAPTCHA_PROVIDER: provider } = config
  const siteKey = settings["captcha.site_key"] || config.CAPTCHA_SITE_KEY
  if (!provider || !siteKey) return null
  return { provider, siteKey, script: `${addressOf(config, provider, "script")}?render=explicit&hl=${locale}` }
}

/** Returns the policy sources that a page with the widget must allow. */
export function captchaPolicy({ CAPTCHA_PROVIDER: provider, CAPTCHA_ORIGIN: origin }: Config): CaptchaPolicy | null {
  if (!provider) return null
  return origin ? { scripts: origin, frames: origin, connections: origin } : providers[provider].policy
}

function addressOf(config: Config, provider: keyof typeof providers, part: "script" | "check"): string {
  return (config.CAPTCHA_ORIGIN ?? providers[provider].origin) + providers[provider][part]
}
