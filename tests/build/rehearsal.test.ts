import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join as pathOf } from "node:path"
import { text } from "node:stream/consumers"
import * as OTPAuth from "otpauth"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { pathPolicies } from "~/page-policy"
import { type Rehearsal, startRehearsal } from "../../scripts/deploy/rehearsal.ts"
import { smokeTest } from "../../scripts/deploy/smoke.ts"
import { layFoundation } from "../../scripts/foundation.ts"
import { finish } from "../../scripts/lib/setup.mjs"
import { pictures } from "../worker/helpers/media/pictures"

const publicPages = pathPolicies.flatMap(({ sitemap }) => sitemap ?? [])
const password = "a bench, a river, an afternoon"

interface Mail {
  to: string
  text: string
}

describe("a first deployment, from an empty database", () => {
  const folder = mkdtempSync(pathOf(tmpdir(), "salon-first-"))
  const mails: Mail[] = []
  let provider: Server
  let site: Rehearsal
  let passes: string

  beforeAll(async () => {
    provider = createServer(async (request, response) => {
      mails.push(JSON.parse(await text(request)))
      response.end("{}")
    })
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve))
    const { port } = provider.address() as AddressInfo
    site = await startRehearsal({
      persistTo: folder,
      vars: { MAIL_ADAPTER: "http", MAIL_HTTP_URL: `http://127.0.0.1:${port}/`, MAIL_HTTP_TOKEN: "token" },
    })
    passes = await enter(site)
  })

  afterAll(async () => {
    await site?.stop()
    provider?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (path: string, language = "en") =>
    fetch(site.origin + path, {
      redirect: "manual",
      headers: { Cookie: `${passes}; __Host-salon_locale=${language}`, "Accept-Language": language },
    })
  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const response = await fetch(`${site.origin}/api${path}`, {
      method,
      headers: {
        ...(token ? { Authorization: `Bearer ${token}` } : { Cookie: passes, Origin: site.origin }),
        "Content-Type": body instanceof Uint8Array ? "image/png" : "application/json",
      },
      body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
    })
    const answer = await response.text()
    return { status: response.status, body: answer ? JSON.parse(answer) : null }
  }
  const mailTo = async (to: string) => {
    await expect.poll(() => mails.find((mail) => mail.to === to)?.text, { timeout: 20_000 }).toBeDefined()
    return mails.find((mail) => mail.to === to)?.text ?? ""
  }

  /** Somebody new, by the link of the mail: each test has members of its own, and falls over no other. */
  const join = async (email: string) => {
    const joined = await call("POST", "/auth/join", { name: "Ada Lovelace", email, password, adult: true, terms: true })
    expect(joined).toMatchObject({ status: 202 })
    const [, user, key] = /\/auth\/emails\/verify\/(\S+?)\/([^\s/]+)/.exec(await mailTo(email)) ?? []
    const verified = await call("POST", "/auth/verify", { user, token: key, secret: joined.body.secret })
    expect(verified).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    const { token } = verified.body as { token: string }
    return (method: string, path: string, body?: unknown) => call(method, path, body, token)
  }

  test("it passes the checks that follow every deployment", async () => {
    const lines: string[] = []
    expect(await smokeTest(site, (line) => lines.push(line))).toBe(true)
    expect(lines).toHaveLength(4)
  })

  test("the checks that follow every deployment fail for one that is down", async () => {
    const lines: string[] = []
    const report = (line: string) => lines.push(line)
    expect(await smokeTest({ ...site, realtimeKey: "another", accessKey: "wrong" }, report)).toBe(false)
    expect(lines.join("\n")).toMatch(/NO {3}a socket opens/)
  })

  test.each(["en", "fr"])("every public page is there, in %s", async (language) => {
    expect(publicPages.length).toBeGreaterThan(8)
    for (const path of publicPages) {
      const response = await open(path, language)
      const html = await response.text()
      expect([path, response.status]).toEqual([path, 200])
      expect(html).toContain(`<html lang="${language}"`)
      // A new deployment is a demonstration until its launch is complete, and not of fictional people.
      expect(html).not.toMatch(/Belleroche|:::[a-z]|>Demo: the people|>Démo\u00a0: personnes/)
      expect(html).toMatch(/>Demo: not open|>Démo\u00a0: site pas/)
    }
  })

  test("the legal notice says where the data lies, and what the operator has to fill in", async () => {
    const notice = await (await open("/legal/notice")).text()
    expect(notice).toContain("which may be outside the European Union")
    expect(notice).toContain("[name and legal form]")
  })

  test("the foundation is laid once: what is there stays as it is", async () => {
    const options = { edition: "eu", siteName: "Another", now: Date.now() } as const
    const { written, blank } = await layFoundation({ remote: false, persist: folder }, options)
    expect(written).toBe(0)
    expect(blank).toContain("legal/notice (fr)")
  })

  test("a visitor joins with the link of the mail", async () => {
    const member = await join("visitor@deployed.internal")
    expect(await member("GET", "/auth/me")).toMatchObject({ status: 200 })
  })

  test("a member applies to be listed, with a city and a category of the foundation", async () => {
    const member = await join("host@deployed.internal")
    const started = await member("POST", "/applications", {
      first_name: "Ada",
      city: "paris",
      category: "dinners",
      languages: ["fr", "en"],
      written_in: "en",
      presentation:
        "I kept a museum's bookshop for years, and still like afternoons without haste. Tea, a bench, a river: come along.",
      experience: "Guided walks for twelve years, in French and English.",
      adult: true,
      self: true,
      depicted: true,
      rules: true,
      data: true,
    })
    expect(started).toMatchObject({ status: 201 })
    const path = `/applications/${started.body.application.id}`
    for (const picture of [pictures.png, pictures.webp])
      expect(await member("POST", `${path}/pictures`, picture)).toMatchObject({ status: 201 })
    const { body: whole } = await member("GET", path)
    expect(await member("POST", `${path}/submit`, { version: whole.version })).toMatchObject({
      status: 200,
      body: { state: "submitted" },
    })
  })

  test("a member becomes staff with the operator's code and a second factor, and not before", async () => {
    const email = "staff@deployed.internal"
    const member = await join(email)
    const desk = () => member("GET", "/admin/mail")
    expect(await desk()).toMatchObject({ status: 404 })
    const granted = await finish(process.execPath, ["scripts/staff.ts", "grant", email, "--persist", folder], {
      quiet: true,
    })
    expect(await desk(), "staff with a password alone").not.toMatchObject({ status: 200 })
    const staff_code = granted.output.trim().split(" ").at(-1)
    await member("POST", "/auth/confirm", { password })
    const { body: app } = await member("POST", "/auth/second-factor/app")
    const code = new OTPAuth.TOTP({ secret: app.secret }).generate()
    expect(await member("POST", "/auth/second-factor/app/confirm", { code, staff_code })).toMatchObject({ status: 200 })
    expect(await desk()).toMatchObject({ status: 200 })
  })
})

/** Passes the access gate and the age notice; returns the cookies. */
async function enter({ origin, accessKey }: Rehearsal): Promise<string> {
  const first = await fetch(`${origin}/?password=${accessKey}`, { redirect: "manual" })
  const access = cookiesOf(first)
  const second = await fetch(`${origin}/age`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: access, Origin: origin, "Content-Type": "application/x-www-form-urlencoded" },
    body: "to=/",
  })
  return `${access}; ${cookiesOf(second)}`
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ")
