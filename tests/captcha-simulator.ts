/** The keys of the simulated account. */
export const captchaKeys = { siteKey: "simulated-site", secret: "simulated-secret" }

/**
 * Simulates both providers, reCAPTCHA and Turnstile: their scripts, whose widget is one button, and their verdict on a
 * token. A fetch handler, so that tests in workerd can replace fetch by it and browser tests can serve it.
 */
export class CaptchaSimulator {
  /** The requests so far, by method and path. */
  readonly asked: string[] = []
  /** Responds with 503 to everything while set. */
  isDown = false
  readonly #used = new Set<string>()

  constructor(readonly hostname: string) {}

  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    this.asked.push(`${request.method} ${pathname}`)
    if (this.isDown) return new Response("down", { status: 503 })
    if (request.method === "GET" && /^\/(recaptcha|turnstile\/v0)\/api\.js$/.test(pathname))
      return new Response(script(pathname, searchParams), { headers: { "Content-Type": "text/javascript" } })
    if (request.method === "POST" && /^\/(recaptcha\/api|turnstile\/v0)\/siteverify$/.test(pathname))
      return Response.json(this.#verdict(await request.formData()))
    return new Response("not found", { status: 404 })
  }

  /** developers.google.com/recaptcha/docs/verify, developers.cloudflare.com/turnstile/get-started/server-side-validation */
  #verdict(form: FormData): object {
    const answer = String(form.get("response"))
    const refuse = (code: string) => ({ success: false, "error-codes": [code] })
    if (form.get("secret") !== captchaKeys.secret) return refuse("invalid-input-secret")
    if (answer === "fail-inside") return refuse("internal-error")
    if (!answer.startsWith("person-")) return refuse("invalid-input-response")
    if (this.#used.has(answer)) return refuse("timeout-or-duplicate")
    this.#used.add(answer)
    const hostname = answer.startsWith("person-elsewhere-") ? "elsewhere.example" : this.hostname
    return { success: true, hostname, challenge_ts: new Date().toISOString() }
  }
}

/** Returns the widget: a button that issues a token. It refuses what the real ones refuse. */
function script(pathname: string, parameters: URLSearchParams): string {
  const [global, other] = pathname.startsWith("/recaptcha") ? ["grecaptcha", "turnstile"] : ["turnstile", "grecaptcha"]
  return `(() => {
  const buttons = []
  window.${global} = {
    render(element, options) {
      if (!(element instanceof HTMLElement) || element.childElementCount > 0) throw new Error("no empty element")
      if (options.sitekey !== ${JSON.stringify(captchaKeys.siteKey)}) throw new Error("wrong site key")
      const button = document.createElement("button")
      button.type = "button"
      button.textContent = "I am a person"
      button.addEventListener("click", () => {
        button.disabled = true
        options.callback("person-" + crypto.randomUUID())
      })
      element.append(button)
      return buttons.push(button) - 1
    },
    reset(id) {
      buttons[id].disabled = false
    },
  }
  if (window.${other}) throw new Error("two providers on one page")
  window[${JSON.stringify(parameters.get("onload"))}]()
})()`
}
