import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { CaptchaApi, CaptchaWidget } from "~/browser/captcha"

const widget: CaptchaWidget = { provider: "recaptcha", siteKey: "key", script: "https://captcha.invalid/api.js?hl=fr" }
const api: CaptchaApi = { render: () => 7, reset: () => {} }
const page = globalThis as { grecaptcha?: CaptchaApi; onCaptchaReady?: () => void }

interface FakeScript {
  src: string
  onload: () => void
  onerror: () => void
  remove: () => void
}

let scripts: FakeScript[]
/** The module holds the one script of a page: each test imports a module of its own. */
let captcha: typeof import("~/browser/captcha")

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  scripts = []
  vi.stubGlobal("document", {
    createElement: () => ({ remove: vi.fn() }),
    head: { appendChild: (script: FakeScript) => scripts.push(script) },
    documentElement: { lang: "fr", classList: { contains: () => true } },
  })
  captcha = await import("~/browser/captcha")
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  delete page.grecaptcha
})

/** Starts the load; returns the promise, and the script that was added for it. */
function load(): { loaded: Promise<CaptchaApi>; script: FakeScript } {
  const loaded = captcha.loadCaptcha(widget)
  loaded.catch(() => {})
  return { loaded, script: scripts.at(-1) as FakeScript }
}

describe("loading the captcha", () => {
  test("loading the captcha adds one script for all callers, and returns its API", async () => {
    const { loaded, script } = load()
    expect(captcha.loadCaptcha(widget)).toStrictEqual(loaded)
    expect(scripts.map(({ src }) => src)).toEqual(["https://captcha.invalid/api.js?hl=fr&onload=onCaptchaReady"])
    script.onload()
    page.grecaptcha = api
    page.onCaptchaReady?.()
    await expect(loaded).resolves.toBe(api)
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(captcha.loadCaptcha(widget)).resolves.toBe(api)
    expect(scripts).toHaveLength(1)
  })

  test("loading the captcha fails without a site key: sitekey is required", async () => {
    await expect(captcha.loadCaptcha({ ...widget, siteKey: "" })).rejects.toThrow(/^sitekey is required$/)
    expect(scripts).toEqual([])
  })

  test("loading the captcha fails when the script is blocked: Failed to load script; the next call fetches it again", async () => {
    const { loaded, script } = load()
    script.onerror()
    await expect(loaded).rejects.toThrow(/^Failed to load script$/)
    expect(script.remove).toHaveBeenCalled()
    const again = load()
    expect(scripts).toHaveLength(2)
    page.grecaptcha = api
    page.onCaptchaReady?.()
    await expect(again.loaded).resolves.toBe(api)
  })

  test("loading the captcha fails when the script never arrives: Failed to load script", async () => {
    const { loaded } = load()
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(loaded).rejects.toThrow(/^Failed to load script$/)
  })

  test("loading the captcha fails when the script defines nothing: reCAPTCHA is not loaded", async () => {
    const empty = load()
    page.onCaptchaReady?.()
    await expect(empty.loaded).rejects.toThrow(/^reCAPTCHA is not loaded$/)
    const silent = load()
    silent.script.onload()
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(silent.loaded).rejects.toThrow(/^reCAPTCHA is not loaded$/)
  })
})

describe("showing the captcha", () => {
  const handlers = { onToken: vi.fn(), onFailure: vi.fn() }
  const element = { replaceChildren: vi.fn() } as unknown as HTMLElement

  test("rendering the captcha fails before it is loaded, and without an element", () => {
    expect(() => captcha.renderCaptcha(undefined, element, widget, handlers)).toThrow(/^reCAPTCHA is not loaded$/)
    expect(() => captcha.renderCaptcha(api, null, widget, handlers)).toThrow(/^element is not defined$/)
  })

  test("the rendered captcha passes on tokens, their expiry and failures, and resets its own widget", () => {
    const [render, reset] = [vi.fn((_: HTMLElement, _options: object) => 7), vi.fn()]
    const empty = captcha.renderCaptcha({ render, reset }, element, widget, handlers)
    const options = render.mock.calls[0]?.[1] as Record<string, (answer?: string) => void>
    expect(options).toMatchObject({ sitekey: "key", theme: "dark", language: "fr" })
    options.callback?.("an answer")
    options["expired-callback"]?.()
    options["error-callback"]?.()
    expect(handlers.onToken.mock.calls).toEqual([["an answer"], [""]])
    expect(handlers.onFailure).toHaveBeenCalledOnce()
    empty()
    expect(reset).toHaveBeenCalledExactlyOnceWith(7)
  })
})
