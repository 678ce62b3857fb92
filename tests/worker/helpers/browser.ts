import { inject } from "vitest"
import { en, fetchApp, form, newAddress, setCookies } from "./app"

/**
 * A browser's cookies: stored by host, sent back, deleted when they are cleared. It follows redirects only on request.
 */
export class Browser {
  readonly address = newAddress()
  readonly #jars = new Map<string, Map<string, string>>()

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, en)
    const headers = new Headers(init.headers)
    headers.set("CF-Connecting-IP", this.address)
    const cookies = [...this.cookies(url.origin)].map(([name, value]) => `${name}=${value}`).join("; ")
    if (cookies) headers.set("Cookie", cookies)
    const response = await fetchApp(url.href, { ...init, headers })
    for (const { name, value, attributes } of setCookies(response)) {
      if (attributes["max-age"] === "0") this.cookies(url.origin).delete(name)
      else this.cookies(url.origin).set(name, value)
    }
    return response
  }

  /** Opens an address and follows its redirects; returns every response on the way, the page itself last. */
  async visit(address: string): Promise<{ url: string; response: Response }[]> {
    const steps: { url: string; response: Response }[] = []
    let url = new URL(address, en).href
    while (steps.length < 10) {
      const response = await this.fetch(url)
      steps.push({ url, response })
      const target = response.headers.get("Location")
      if (!target) return steps
      url = new URL(target, url).href
    }
    throw new Error(`${address} redirects endlessly: ${steps.map((step) => step.url).join(" -> ")}`)
  }

  /** Brings the access key to a domain, and passes its age notice. */
  async enter(origin = en): Promise<this> {
    await this.fetch(`${origin}/?password=${inject("accessKey")}`)
    await this.submit("/age", { to: "/" }, origin)
    return this
  }

  submit(path: string, fields: Record<string, string>, origin = en): Promise<Response> {
    return this.fetch(origin + path, form(fields, origin))
  }

  cookies(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }
}
