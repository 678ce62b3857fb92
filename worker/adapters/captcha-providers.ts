/** The Content-Security-Policy sources that a widget needs besides our own origin. */
export interface CaptchaPolicy {
  scripts: string
  frames: string
  connections: string
}

interface Provider {
  origin: string
  script: string
  /** The path for verifying tokens on the server. Both providers share one protocol. */
  check: string
  policy: CaptchaPolicy
}

/**
 * - recaptcha: the v2 checkbox (developers.google.com/recaptcha/docs/display, /docs/verify, /docs/faq for the policy)
 * - turnstile: developers.cloudflare.com/turnstile (/reference/content-security-policy)
 */
export const providers = {
  recaptcha: {
    origin: "https://www.google.com",
    script: "/recaptcha/api.js",
    check: "/recaptcha/api/siteverify",
    policy: {
      scripts: "https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/",
      frames: "https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
      connections: "https://www.google.com/recaptcha/",
    },
  },
  turnstile: {
    origin: "https://challenges.cloudflare.com",
    script: "/turnstile/v0/api.js",
    check: "/turnstile/v0/siteverify",
    policy: {
      scripts: "https://challenges.cloudflare.com",
      frames: "https://challenges.cloudflare.com",
      connections: "https://challenges.cloudflare.com",
    },
  },
} as const satisfies Record<string, Provider>
