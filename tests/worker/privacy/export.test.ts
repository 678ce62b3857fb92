import { env } from "cloudflare:workers"
import { and, eq } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { dataRequests, emailTokens, mutedMails, profileLanguages } from "~/db/schema"
import type { MailKind } from "~/domain/mail/schema"
import * as queries from "~/domain/privacy/queries.server"
import { nameOf, personalTables } from "~/domain/privacy/registry"
import { createFiles } from "../../../worker/adapters/r2-files"
import { takeLog } from "../helpers/log"
import { ask, linkIn, mailsTo, receive, runCron, runJobs, submit, takeJobs, takeWoken } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { insertShared, insertWholePerson } from "../helpers/person"
import {
  DAY,
  db,
  insertCategory,
  insertCity,
  insertMedia,
  insertProfile,
  insertSession,
  insertUser,
} from "../helpers/rows"

// The files of a runtime share the queue.
beforeEach(() => void takeJobs())

afterEach(async () => {
  takeWoken()
  takeJobs()
  await db.update(dataRequests).set({ state: "cancelled" }).where(queries.isOpen)
})

const page = "/profile/settings/data"

interface Answer {
  id: string
  state: string
  progress: number
  steps: number
  size: number | null
  expires_at: number | null
}

/** Returns the acts of a session's holder by the API and on the pages. */
function actionsOf(token: string) {
  const bearer = { Authorization: `Bearer ${token}` }
  const cookie = { headers: { Cookie: `__Host-salon_session=${token}` } }
  return {
    api: (path: string, method = "GET") => ask(`/api/me${path}`, { method, headers: bearer }),
    action: (intent: string) => submit(page, { intent }, cookie),
    open: (path: string) => ask(path, cookie),
  }
}

async function member(row: Parameters<typeof insertUser>[0] = {}) {
  const user = await insertUser(row)
  const session = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  return { user, session, ...actionsOf(session.token) }
}

/** Returns a member whose export is done. */
async function memberWithFile() {
  const one = await member()
  const { id } = await (await one.api("/exports", "POST")).json<Answer>()
  await runJobs()
  return { ...one, id }
}

async function rowOf(id: string) {
  const [row] = await db.select().from(dataRequests).where(eq(dataRequests.id, id))
  if (!row) throw new Error("The request is gone")
  return row
}

describe("an export", () => {
  test("an export that reads a table in parts has each row once", async () => {
    const user = await insertUser()
    const profile = await insertProfile({
      ownerId: user.id,
      cityId: (await insertCity()).id,
      categoryId: (await insertCategory()).id,
    })
    const read = openDatabase(env.DB, null).db
    await db
      .insert(profileLanguages)
      .values(
        ["de", "en", "es", "fr", "it"].map((language, position) => ({ profileId: profile.id, language, position })),
      )
    for (let n = 0; n < 5; n += 1) await insertMedia({ profileId: profile.id })
    for (const name of ["profile_languages", "media"]) {
      const entry = personalTables.find((one) => nameOf(one) === name) as (typeof personalTables)[number]
      const found: Record<string, unknown>[] = []
      for (let part = 0; part < 4; part += 1)
        found.push(
          ...(await queries.findRows(read, entry, user.id, { after: found.at(-1), limit: 2, now: Date.now() })),
        )
      expect(found).toHaveLength(5)
      expect(new Set(found.map(({ language, id }) => language ?? id)).size).toBe(5)
    }
  })

  test("an export holds every table that the registry exports and every file, and no secret and nobody else", async () => {
    const shared = await insertShared()
    const ada = await insertWholePerson(shared)
    const other = await insertWholePerson(shared)
    const { api } = actionsOf(ada.session.token)
    const asked = await api("/exports", "POST")
    expect(asked.status).toBe(202)
    const { id, state } = await asked.json<Answer>()
    expect(state).toBe("requested")
    expect(await runJobs()).toEqual([true])

    const there = await (await api(`/exports/${id}`)).json<Answer>()
    expect(there).toMatchObject({ state: "done", progress: there.steps })
    expect(there.steps).toBeGreaterThan(20)
    const response = await api(`/exports/${id}/file`)
    expect(response.headers.get("Content-Type")).toBe("application/zip")
    expect(response.headers.get("Content-Disposition")).toMatch(/^attachment; filename="salon-\d{4}-\d\d-\d\d\.zip"$/)
    expect(response.headers.get("Cache-Control")).toBe("private, no-store")
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(bytes.length).toBe(there.size)
    expect(Number(response.headers.get("Content-Length"))).toBe(there.size)

    const files = Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, data]) => [name, strFromU8(data)]))
    for (const entry of personalTables.filter((one) => !("nothing" in one.export))) {
      const rows = JSON.parse(files[`data/${nameOf(entry)}.json`] ?? "null") as object[]
      expect([nameOf(entry), rows.length > 0]).toEqual([nameOf(entry), true])
    }
    const [account] = JSON.parse(files["data/users.json"] ?? "") as Record<string, unknown>[]
    expect(account).toMatchObject({ email: ada.user.email, name: ada.user.name })
    expect(account?.created_at).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect(files["data/profile_texts.json"]).toContain("about-of-person-")
    expect(files["data/profile_services.json"]).toMatch(/"service": "service-\d+"/)
    expect(JSON.parse(files["data/hidden_addresses.json"] ?? "")).toEqual([
      expect.objectContaining({ address: "n***@e***", note: expect.stringContaining("note-of-somebody") }),
    ])
    // Both were made in the same millisecond: the order of their ids is chance.
    const entries = JSON.parse(files["data/calendar_entries.json"] ?? "") as { first_day: string }[]
    expect(entries.toSorted((one, other) => one.first_day.localeCompare(other.first_day))).toEqual([
      expect.objectContaining({ kind: "off", city: null, first_day: "2100-01-01", last_day: "2100-01-02" }),
      expect.objectContaining({ kind: "tour", city: expect.any(String), first_day: "2100-02-01" }),
    ])
    expect(Object.keys(JSON.parse(files["data/calendar_addresses.json"] ?? "")[0])).toEqual([
      "profile_id",
      "created_at",
    ])
    expect(files["data/calendar_feeds.json"]).toContain("2100-01-05-evening")
    expect(files["data/calendar_feeds.json"]).not.toContain("sealed")
    const media = Object.keys(files).filter((name) => name.startsWith("files/"))
    expect(media.map((name) => name.replace(/\/[^/]+(\.\w+)$/, "$1")).toSorted()).toEqual([
      "files/application.webp",
      "files/avatar.webp",
      "files/photos.webp",
      "files/photos.webp",
      "files/videos.mp4",
    ])
    const whole = Object.values(files).join("\n")
    expect(whole).toContain("photo-bytes-of-person-")
    expect(whole).not.toContain("small-bytes")
    for (const trace of other.traces) expect(whole).not.toContain(trace)
    for (const secret of [
      "totp",
      "mailbox-hash",
      "calendar-hash",
      "calendar-token",
      "calendar",
      "code",
      "public",
      "challenge",
      "device",
      "handoff",
    ]) {
      expect(whole).not.toContain(`${secret}-of-person-`)
    }
    for (const secret of [ada.session.tokenHash, ada.user.passwordHash, "scrypt$"]) expect(whole).not.toContain(secret)
    expect(files["readme.txt"]).toContain("Your data at Salon")
  })

  test("an export of a French-speaking member is in French", async () => {
    const { api, user } = await member({ locale: "fr" })
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    await runJobs()
    const zip = unzipSync(new Uint8Array(await (await api(`/exports/${id}/file`)).arrayBuffer()))
    expect(strFromU8(zip["readme.txt"] ?? new Uint8Array())).toContain("Vos données chez Salon")
    expect((await receive(user.email)).subject).toBe("Votre fichier est prêt")
  })

  test("an export is written in parts: rows beyond a page, and a file of several parts", async () => {
    const shared = await insertShared()
    const { user, session, profile } = await insertWholePerson(shared)
    const kinds = Array.from({ length: 1_203 }, (_, n) => ({
      userId: user.id,
      kind: `kind ${n}` as MailKind,
      createdAt: n,
    }))
    for (let from = 0; from < kinds.length; from += 30) await db.insert(mutedMails).values(kinds.slice(from, from + 30))
    const large = await insertMedia({ profileId: profile.id, kind: "video", storageKey: `media/large-${user.id}` })
    const film = new Uint8Array(20 * 1024 * 1024).map((_, index) => index % 251)
    await env.MEDIA.put(`${large.storageKey}/video.mp4`, film)

    const { api } = actionsOf(session.token)
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    expect(await runJobs()).toEqual([true])
    const zip = unzipSync(new Uint8Array(await (await api(`/exports/${id}/file`)).arrayBuffer()))
    const muted = JSON.parse(strFromU8(zip["data/muted_mails.json"] ?? new Uint8Array())) as { kind: string }[]
    expect(new Set(muted.map(({ kind }) => kind)).size).toBe(1_204)
    const copy = zip[`files/videos/${large.id}.mp4`]
    expect(copy?.length).toBe(film.length)
    expect(copy?.every((byte, index) => byte === index % 251)).toBe(true)
  })
})

describe("requesting an export", () => {
  test("requesting an export shows its progress on the page, without script too, and then the file", async () => {
    const { open, action, user } = await member()
    expect((await action("export")).status).toBe(200)
    const waiting = await (await open(page)).text()
    expect(waiting).toContain("Your file is about to be prepared")
    expect(waiting).toContain("Check progress")
    await db
      .update(dataRequests)
      .set({ state: "running", progress: 3, steps: 21 })
      .where(eq(dataRequests.userId, user.id))
    expect(await (await open(page)).text()).toContain("Step 3 of 21")
    await db.update(dataRequests).set({ state: "requested" }).where(eq(dataRequests.userId, user.id))
    await runJobs()
    const there = await (await open(page)).text()
    expect(there).toMatch(/href="\/api\/me\/exports\/[0-9A-Z]{26}\/file"/)
  })

  test("requesting an export needs re-authentication", async () => {
    const { user } = await member()
    const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() - 11 * 60_000 })
    const { api, action } = actionsOf(token)
    const refused = await api("/exports", "POST")
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "auth.confirm_required" }])
    expect((await action("export")).headers.get("Location")).toMatch(/^\/auth\/confirm\?act=/)
    expect(takeJobs()).toEqual([])
  })

  test("one export runs at a time, in two tabs too", async () => {
    const { api } = await member()
    const responses = await Promise.all(Array.from({ length: 4 }, () => api("/exports", "POST")))
    const statuses = responses.map(({ status }) => status).toSorted()
    // The limit of three may be reached before the row is written.
    expect(statuses[0]).toBe(202)
    expect(statuses.slice(1).every((status) => status === 409 || status === 429)).toBe(true)
    expect(takeJobs()).toHaveLength(1)
  })

  test("an export is refused while the one before it is prepared", async () => {
    const { api } = await member()
    expect((await api("/exports", "POST")).status).toBe(202)
    const second = await api("/exports", "POST")
    expect([second.status, await second.json()]).toMatchObject([409, { code: "privacy.export_open" }])
    takeJobs()
  })

  test("an export can be requested three times a day", async () => {
    const { api } = await member()
    const statuses: number[] = []
    let last: Response | undefined
    for (let n = 0; n < 4; n++) {
      last = await api("/exports", "POST")
      statuses.push(last.status)
      await runJobs()
    }
    expect(statuses).toEqual([202, 202, 202, 429])
    expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(60 * 60)
    expect(await last?.json()).toMatchObject({ code: "privacy.export_limit" })
    const list = await (await api("/exports")).json<{ data: Answer[]; next_cursor: null }>()
    expect(list.data.map(({ state }) => state)).toEqual(["done", "done", "done"])
  })

  test("requesting an export needs a signed-in member", async () => {
    for (const [path, method] of [
      ["/exports", "GET"],
      ["/exports", "POST"],
      ["/exports/x", "GET"],
      ["/exports/x/file", "GET"],
      ["/erasure", "GET"],
      ["/erasure", "DELETE"],
    ] as const) {
      expect([path, (await ask(`/api/me${path}`, { method })).status]).toEqual([path, 401])
    }
  })
})

describe("the file", () => {
  test("a finished export is announced by a mail, whose link shows a button to its owner alone", async () => {
    const { user, open, id } = await memberWithFile()
    const mail = await receive(user.email)
    expect(mail.subject).toBe("Your file is ready")
    const link = linkIn(mail)
    expect(link).toMatch(/^\/profile\/settings\/data\/[\w-]{43}$/)

    const visitor = await ask(link)
    expect([visitor.status, visitor.headers.get("Location")]).toEqual([302, "/auth/login"])
    for (let times = 0; times < 2; times++) {
      const html = await (await open(link)).text()
      expect(headingOf(html)).toBe("Your file is ready")
      expect(html).toContain(`href="/api/me/exports/${id}/file"`)
    }
    const stranger = await member()
    const response = await stranger.open(link)
    expect(response.status).toBe(410)
    expect(await response.text()).not.toContain(id)
  })

  test("the file of an export has a link that lives for 7 days, and no longer", async () => {
    const { user, open, id } = await memberWithFile()
    const link = linkIn(await receive(user.email))
    const [token] = await db.select().from(emailTokens).where(eq(emailTokens.subjectId, id))
    expect((token?.expiresAt ?? 0) - (token?.createdAt ?? 0)).toBe(7 * DAY)
    await db
      .update(emailTokens)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(emailTokens.subjectId, id))
    expect((await open(link)).status).toBe(410)
    expect((await open(`${page}/${"x".repeat(43)}`)).status).toBe(410)
  })

  test("the file of an export is nobody else's, nor is an invented id", async () => {
    const { id } = await memberWithFile()
    const stranger = await member()
    for (const path of [`/exports/${id}`, `/exports/${id}/file`, "/exports/nothing", "/exports/nothing/file"]) {
      expect([path, (await stranger.api(path)).status]).toEqual([path, 404])
    }
    expect(await (await stranger.api("/exports")).json()).toEqual({ data: [], next_cursor: null })
  })

  test("the file of an export does not exist before it is done", async () => {
    const { api } = await member()
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    expect((await api(`/exports/${id}/file`)).status).toBe(404)
  })

  test("the file of an export is deleted after 7 days, its row after 3 years", async () => {
    const { api, open, user, id } = await memberWithFile()
    const link = linkIn(await receive(user.email))
    const { fileKey, expiresAt, doneAt } = await rowOf(id)
    expect((expiresAt ?? 0) - (doneAt ?? 0)).toBe(7 * DAY)
    await db
      .update(dataRequests)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(dataRequests.id, id))
    expect((await api(`/exports/${id}/file`)).status).toBe(404)
    expect((await open(link)).status).toBe(410)
    await runCron("17 3 * * *")
    expect(await env.MEDIA.head(fileKey ?? "")).toBeNull()
    const stored = await rowOf(id)
    expect(stored.fileKey).toBeNull()
    expect((stored.expiresAt ?? 0) - Date.now()).toBeGreaterThan(3 * 364 * DAY)
    await runCron("17 3 * * *")
    expect(await rowOf(id)).toEqual(stored)
    await db
      .update(dataRequests)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(dataRequests.id, id))
    await runCron("17 3 * * *")
    await expect(rowOf(id)).rejects.toThrow("gone")
  })
})

describe("the work on it", () => {
  test("an export enqueued twice runs once, with one mail", async () => {
    const { api, user } = await member()
    await api("/exports", "POST")
    const jobs = takeJobs()
    expect(await Promise.all([runJobs(jobs), runJobs(jobs)])).toEqual([[true], [true]])
    expect(await runJobs(jobs)).toEqual([true])
    expect(await mailsTo(user.email)).toHaveLength(1)
  })

  test("an export abandoned by a killed worker is resumed by the cron, and not before", async () => {
    const { api } = await member()
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    takeJobs()
    const claim = { state: "running", progress: 7, steps: 20 } as const
    await db
      .update(dataRequests)
      .set({ ...claim, runAt: Date.now() + 60_000 })
      .where(eq(dataRequests.id, id))
    await runCron("*/5 * * * *")
    expect(takeJobs()).toEqual([])
    await db
      .update(dataRequests)
      .set({ runAt: Date.now() - 1 })
      .where(eq(dataRequests.id, id))
    await runCron("*/5 * * * *")
    expect(await runJobs()).toEqual([true])
    expect((await rowOf(id)).state).toBe("done")
  })

  test("an export lost by the queue is found by the cron", async () => {
    const { api } = await member()
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    takeJobs()
    await runCron("*/5 * * * *")
    expect(takeJobs()).toEqual([{ kind: "export", requestId: id }])
  })

  test("a failed export is retried, leaves no half file, and is finally given up, so that it can be requested again", async () => {
    const { user, api, open } = await member()
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    const jobs = takeJobs()
    const broken = { MEDIA: { list: () => Promise.reject(new Error("The store is down")) } }
    expect(await runJobs(jobs, broken)).toEqual([false])
    expect((await rowOf(id)).state).toBe("running")
    expect(await runJobs(jobs, broken, 5)).toEqual([true])
    expect(takeLog("job.failed")).toHaveLength(2)
    expect(takeLog("export.parts_left")).toHaveLength(1)
    expect((await rowOf(id)).state).toBe("failed")
    expect((await env.MEDIA.list({ prefix: `exports/${user.id}/` })).objects).toEqual([])
    expect(await (await open(page)).text()).toContain("Your last file could not be prepared.")
    expect((await api("/exports", "POST")).status).toBe(202)
    expect(await runJobs()).toEqual([true])
  })

  test("an export that is a day old is given up", async () => {
    const { api } = await member()
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    takeJobs()
    await db
      .update(dataRequests)
      .set({ createdAt: Date.now() - DAY - 1 })
      .where(eq(dataRequests.id, id))
    await runCron("*/5 * * * *")
    expect([takeJobs(), (await rowOf(id)).state]).toEqual([[], "failed"])
  })

  test.each([
    ["its messages are", 1],
    ["its file is", 2],
  ])("an export stops when its owner is erased while %s written, and leaves neither file nor mail", async (_, call) => {
    const { user, api } = await member()
    const { id } = await (await api("/exports", "POST")).json<Answer>()
    const files = createFiles(env.MEDIA)
    const list = vi.fn(async (options: R2ListOptions) => {
      if (list.mock.calls.length < call) return env.MEDIA.list(options)
      await db
        .update(dataRequests)
        .set({ state: "cancelled" })
        .where(and(eq(dataRequests.id, id)))
      return env.MEDIA.list(options)
    })
    const MEDIA = new Proxy(env.MEDIA, {
      get: (bucket, name) => {
        if (name === "list") return list
        const value = Reflect.get(bucket, name)
        return typeof value === "function" ? value.bind(bucket) : value
      },
    })
    await runJobs(takeJobs(), { MEDIA })
    takeLog("job.failed")
    expect((await rowOf(id)).state).toBe("cancelled")
    expect(await files.list(`exports/${user.id}/`)).toEqual([])
    expect(await mailsTo(user.email)).toEqual([])
  })
})

describe("the erasure by the API", () => {
  test("an erasure is requested, shown and cancelled by the API", async () => {
    const { session, api } = await member()
    const headers = { Authorization: `Bearer ${session.token}`, "Content-Type": "application/json" }
    const post = (body: unknown) => ask("/api/me/erasure", { method: "POST", headers, body: JSON.stringify(body) })
    expect((await api("/erasure")).status).toBe(404)
    expect((await api("/erasure", "DELETE")).status).toBe(404)
    for (const body of [{}, { understood: false }, { understood: "yes" }]) expect((await post(body)).status).toBe(422)
    const asked = await post({ understood: true })
    expect(asked.status).toBe(202)
    const erasure = await asked.json<{ run_at: number }>()
    expect(Math.round((erasure.run_at - Date.now()) / DAY)).toBe(30)
    expect(await (await api("/erasure")).json()).toEqual(erasure)
    const again = await post({ understood: true })
    expect([again.status, await again.json()]).toMatchObject([409, { code: "privacy.erasure_open" }])
    expect((await api("/erasure", "DELETE")).status).toBe(204)
    expect((await api("/erasure")).status).toBe(404)
  })
})
