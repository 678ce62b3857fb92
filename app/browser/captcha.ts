/** The settings of a page's captcha widget (worker/adapters/captcha.ts). */
export interface CaptchaWidget {
  provider: "recaptcha" | "turnstile"
  siteKey: string
  script: string
}

/** Requests a code by e-mail; returns the server's message, which is null if the server could not be reached. */
export async function requestMailedCode(email: string): Promise<{ isAccepted: boolean; message: string | null }> {
  const headers = { "Content-Type": "application/json" }
  const body = JSON.stringify({ email })
  const response = await fetch("/api/captcha/codes", { method: "POST", headers, body }).catch(() => null)
  const said = (await response?.json().catch(() => null)) as Said | null | undefined
  return { isAccepted: response?.ok ?? false, message: said?.errors?.email?.[0] ?? said?.message ?? null }
}

interface Said {
  message?: string
  errors?: { email?: string[] }
}

/** The API that grecaptcha and turnstile have in common. */
export interface CaptchaApi {
  render: (element: HTMLElement, options: object) => unknown
  reset: (id: unknown) => void
}

export interface CaptchaHandlers {
  /** Receives a new token; empty when the previous one has expired. */
  onToken: (token: string) => void
  onFailure: () => void
}

const globals = { recaptcha: "grecaptcha", turnstile: "turnstile" } as const
/** The global function that the provider's script calls when it is ready. */
const readyCallback = "onCaptchaReady"
const patienceMs = 15_000

type Globals = Record<(typeof globals)[keyof typeof globals], CaptchaApi | undefined> &
  Record<typeof readyCallback, (() => void) | undefined>

let loading: Promise<CaptchaApi> | undefined

/**
 * Loads the provider's script, once for all forms; retries after a failure. Throws `sitekey is required`, `Failed to
 * load script` and `reCAPTCHA is not loaded` (product-spec 8).
 */
export async function loadCaptcha({ provider, siteKey, script }: CaptchaWidget): Promise<CaptchaApi> {
  if (!siteKey) throw new Error("sitekey is required")
  loading ??= addScript(script, globals[provider]).catch((error) => {
    loading = undefined
    throw error
  })
  return loading
}

function addScript(address: string, global: (typeof globals)[keyof typeof globals]): Promise<CaptchaApi> {
  const page = globalThis as unknown as Globals
  return new Promise((resolve, reject) => {
    const element = document.createElement("script")
    let hasRun = false
    const fail = () => {
      clearTimeout(timer)
      element.remove()
      reject(new Error(hasRun ? "reCAPTCHA is not loaded" : "Failed to load script"))
    }
    const timer = setTimeout(fail, patienceMs)
    page[readyCallback] = () => {
      hasRun = true
      const api = page[global]
      if (!api) return fail()
      clearTimeout(timer)
      resolve(api)
    }
    element.onload = () => {
      hasRun = true
    }
    element.onerror = fail
    element.async = true
    element.src = `${address}&onload=${readyCallback}`
    document.head.appendChild(element)
  })
}

/**
 * Renders the widget into an element; returns a function that resets it for another token. Throws `reCAPTCHA is not
 * loaded` and `element is not defined` (product-spec 8).
 */
export function renderCaptcha(
  api: CaptchaApi | undefined,
  element: HTMLElement | null,
  { siteKey }: Pick<CaptchaWidget, "siteKey">,
  { onToken, onFailure }: CaptchaHandlers,
): () => void {
  if (!api) throw new Error("reCAPTCHA is not loaded")
  if (!element) throw new Error("element is not defined")
  const { documentElement: root } = document
  // Each attempt needs an element of its own: reCAPTCHA refuses one that it has used before.
  const place = document.createElement("div")
  element.replaceChildren(place)
  const id = api.render(place, {
    sitekey: siteKey,
    theme: root.classList.contains("dark") ? "dark" : "light",
    language: root.lang,
    "response-field": false,
    callback: onToken,
    "expired-callback": () => onToken(""),
    "error-callback": onFailure,
  })
  return () => api.reset(id)
}
