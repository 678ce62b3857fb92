import { createExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { emailTokens, outboxEmails, signups } from "~/db/schema"
import { type Mailer, MailRefused, type Message } from "~/domain/core/ports/mailer"
import { createMail } from "~/domain/mail/outbox.server"
import { deliverMail } from "~/domain/operations/mail-delivery/deliver.server"
import { newId } from "~/lib/id"
import { createMailer } from "../../../worker/adapters/mailers"
import { createCtx } from "../../../worker/context"
import worker from "../../../worker/index"
import { fetchWith, production, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { ask, deliverMails, mailBindings, mailsTo, runCron, submit, takeWoken } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { DAY, db, insertUser } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 14, 12)

let made = 0

/** Returns a context at a time that the test sets. */
function at(now: number) {
  const ctx = createCtx(env, openDatabase(env.DB, "first-primary").db, () => {})
  return { ...ctx, now: () => now }
}

/** Inserts a mail into the outbox at `start`, without a queue message. */
async function queueMail(row: Partial<typeof outboxEmails.$inferInsert> = {}) {
  const to = `reader${++made}@example.org`
  await createMail(at(start), { to, locale: "en", template: "password-changed" }).insert
  const [mail] = await mailsTo(to)
  if (!mail) throw new Error("The mail is not in the outbox")
  await db
    .update(outboxEmails)
    .set({ updatedAt: start, ...row })
    .where(eq(outboxEmails.id, mail.id))
  return { id: mail.id, to }
}

const stateOf = async (to: string) => (await mailsTo(to))[0]

function recordingMailer(fail: () => boolean = () => false) {
  const sent: Message[] = []
  const mailer: Mailer = {
    storesCopies: false,
    send: async (message) => {
      if (fail()) throw new Error("The provider is down")
      sent.push(message)
    },
  }
  return { mailer, sent }
}

describe("a mail of the outbox", () => {
  test("a mail of the outbox is sent once, and a copy without links is stored where mail leaves the app", async () => {
    const { id, to } = await queueMail()
    const { mailer, sent } = recordingMailer()
    expect(await deliverMail(at(start), mailer, id)).toBeNull()
    expect(await deliverMail(at(start + DAY), mailer, id)).toBeNull()
    expect(sent).toMatchObject([{ to, subject: "Your password was changed" }])
    const row = await stateOf(to)
    expect(row).toMatchObject({ state: "sent", attempts: 1, lastError: null, data: "{}" })
    expect(Object.keys(JSON.parse(row?.rendered ?? "{}"))).toEqual(["subject", "text"])
    expect(row?.rendered).not.toMatch(/:\/\/|@/)
  })

  test("a mail of the outbox waits longer after each failed attempt, and is given up after the last", async () => {
    const { id, to } = await queueMail()
    const { mailer, sent } = recordingMailer(() => true)
    const waits: (number | null)[] = []
    for (let now = start; ; ) {
      const seconds = await deliverMail(at(now), mailer, id)
      waits.push(seconds)
      if (seconds === null) break
      expect(await deliverMail(at(now + seconds * 1_000 - 1), mailer, id)).toBeNull()
      expect(await stateOf(to)).toMatchObject({
        state: "queued",
        attempts: waits.length,
        lastError: "Error: The provider is down",
      })
      now += seconds * 1_000
    }
    expect(waits).toEqual([60, 300, 900, 3_600, 14_400, 43_200, 86_400, null])
    expect(await stateOf(to)).toMatchObject({ state: "dead", attempts: 8 })
    expect(sent).toEqual([])
  })

  test("a mail that the provider refuses for good is given up at once, and staff see why", async () => {
    const { id, to } = await queueMail()
    const mailer: Mailer = {
      storesCopies: false,
      send: async () => {
        throw new MailRefused("The mail provider responded with 422")
      },
    }
    expect(await deliverMail(at(start), mailer, id)).toBeNull()
    expect(await stateOf(to)).toMatchObject({
      state: "dead",
      attempts: 1,
      lastError: "MailRefused: The mail provider responded with 422",
    })
  })

  test("a mail of the outbox is sent by the first attempt that succeeds", async () => {
    const { id, to } = await queueMail()
    let isDown = true
    const { mailer, sent } = recordingMailer(() => isDown)
    expect(await deliverMail(at(start), mailer, id)).toBe(60)
    isDown = false
    expect(await deliverMail(at(start + MINUTE), mailer, id)).toBeNull()
    expect(sent).toHaveLength(1)
    expect(await stateOf(to)).toMatchObject({ state: "sent", attempts: 2, lastError: null })
  })

  test("a mail of the outbox is sent once when two consumers have it at the same moment", async () => {
    const { id, to } = await queueMail()
    const { mailer, sent } = recordingMailer()
    await Promise.all(Array.from({ length: 5 }, () => deliverMail(at(start), mailer, id)))
    expect(sent).toHaveLength(1)
    expect(await stateOf(to)).toMatchObject({ state: "sent", attempts: 1 })
  })

  test("a mail that cannot be composed counts its attempts like one that cannot be sent", async () => {
    const { id, to } = await queueMail({ template: "join", data: "not JSON" })
    expect(await deliverMail(at(start), recordingMailer().mailer, id)).toBe(60)
    expect(await stateOf(to)).toMatchObject({
      state: "queued",
      attempts: 1,
      lastError: expect.stringContaining("SyntaxError"),
    })
  })

  test("a mail that kills its Worker each time is given up too", async () => {
    const { id, to } = await queueMail({ attempts: 8 })
    const { mailer, sent } = recordingMailer()
    expect(await deliverMail(at(start), mailer, id)).toBeNull()
    expect([await stateOf(to), sent]).toMatchObject([{ state: "dead" }, []])
  })

  test("a mail without a recipient is dropped", async () => {
    const { id, to } = await queueMail({ template: "join", data: JSON.stringify({ signupId: "gone" }) })
    const { mailer, sent } = recordingMailer()
    expect(await deliverMail(at(start), mailer, id)).toBeNull()
    expect([await stateOf(to), sent]).toMatchObject([{ state: "dropped", data: "{}" }, []])
  })
})

describe("the queue", () => {
  test("the queue gets the time of the retry, within the maximum delay", async () => {
    const failing = { MAIL_ADAPTER: "http", MAIL_HTTP_URL: "https://mail.example/send", MAIL_HTTP_TOKEN: "secret" }
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("no", { status: 503 }))
    const first = await queueMail({ nextAttemptAt: 0 })
    const sixth = await queueMail({ nextAttemptAt: 0, attempts: 6 })
    const answers: unknown[] = []
    const messages = [first.id, sixth.id, "unknown"].map((id) => ({
      body: { id },
      ack: () => answers.push("done"),
      retry: (options: unknown) => answers.push(options),
    }))
    const context = createExecutionContext()
    await worker.queue({ queue: "salon-mail", messages } as never, { ...env, ...failing } as never, context)
    fetched.mockRestore()
    expect(answers).toEqual([{ delaySeconds: 60 }, { delaySeconds: 43_200 }, "done"])
    expect(await stateOf(first.to)).toMatchObject({ lastError: "Error: The mail provider responded with 503" })
  })

  test("an unreachable queue loses no mail: the cron enqueues due ones, and nothing else", async () => {
    const { email } = await insertUser()
    const down = { ...mailBindings, MAIL_QUEUE: { send: () => Promise.reject(new Error("The queue is down")) } }
    const form = {
      method: "POST",
      body: new URLSearchParams({ email }),
      headers: { Origin: "http://en.localhost:8787" },
    }
    const response = await fetchWith(down, "/auth/password/reset", await withAccess(form))
    expect(response.status).toBe(200)
    expect(takeLog("mail.enqueue_failed")).toHaveLength(1)
    const later = await queueMail({ nextAttemptAt: Date.now() + MINUTE })
    const sent = await queueMail({ state: "sent", nextAttemptAt: 0 })

    await runCron("*/5 * * * *")
    const enqueued = takeWoken()
    const [mail] = await mailsTo(email)
    expect(enqueued).toContain(mail?.id)
    expect(enqueued).not.toContain(later.id)
    expect(enqueued).not.toContain(sent.id)
    await deliverMails([mail?.id ?? ""])
    expect(await mailsTo(email)).toMatchObject([{ state: "sent" }])
  })
})

describe("the mailer", () => {
  const settings = { MAIL_FROM: "Salon <post@salon.example>" }
  const message = { to: "ada@example.org", subject: "Hello", html: "<p>Hello</p>", text: "Hello" }

  test("the mailer is a provider that takes JSON with a token", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}"))
    const config = {
      ...settings,
      MAIL_ADAPTER: "http",
      MAIL_HTTP_URL: "https://mail.example/send",
      MAIL_HTTP_TOKEN: "secret",
    }
    await createMailer(env, config as never).send(message)
    const [url, init] = fetched.mock.calls[0] ?? []
    fetched.mockRestore()
    expect(url).toBe("https://mail.example/send")
    expect(init?.headers).toMatchObject({ Authorization: "Bearer secret" })
    expect(JSON.parse(String(init?.body))).toEqual({ from: settings.MAIL_FROM, ...message })
  })

  test.each([
    [400, "MailRefused"],
    [410, "MailRefused"],
    [422, "MailRefused"],
    [401, "Error"],
    [404, "Error"],
    [429, "Error"],
    [503, "Error"],
  ])("a provider's response of %i fails with %s", async (status, name) => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}", { status }))
    const config = { ...settings, MAIL_ADAPTER: "http", MAIL_HTTP_URL: "https://mail.example/send" }
    const failure = createMailer(env, config as never).send(message)
    await expect(failure).rejects.toMatchObject({ name, message: `The mail provider responded with ${status}` })
    fetched.mockRestore()
  })

  test("the mailer is the binding, if there is one", async () => {
    const sent: unknown[] = []
    const binding = { EMAIL: { send: async (mail: unknown) => void sent.push(mail) } }
    await createMailer(binding as never, { ...settings, MAIL_ADAPTER: "cloudflare" } as never).send(message)
    expect(sent).toEqual([{ from: settings.MAIL_FROM, ...message }])
  })
})

test("links lead to the language's own domain, else to the deployment's address, else to the first domain", () => {
  const originIn = (locale: string, changes: object) =>
    createCtx({ ...env, ...changes } as Env, at(start).db, () => {}).site.origin(locale)
  expect(originIn("fr", {})).toBe("http://fr.localhost:8787")
  expect(originIn("fr", { LOCALE_DOMAINS: "[]", APP_ORIGIN: "https://salon.example/" })).toBe("https://salon.example")
  const onlyFrench = JSON.stringify([{ code: "fr", domain: "salon.example" }])
  expect(originIn("en", { LOCALE_DOMAINS: onlyFrench })).toBe("https://salon.example")
})

test("the nightly cron deletes old mails, and expired sign-ups and links", async () => {
  const now = Date.now()
  const ids = async () => (await db.select().from(outboxEmails)).map(({ id }) => id)
  const old = await queueMail({ state: "sent", nextAttemptAt: now - 31 * DAY })
  const dropped = await queueMail({ state: "dropped", nextAttemptAt: now - 31 * DAY })
  const dead = await queueMail({ state: "dead", nextAttemptAt: now - 91 * DAY })
  const stored = [
    await queueMail({ state: "sent", nextAttemptAt: now - 29 * DAY }),
    await queueMail({ state: "dead", nextAttemptAt: now - 31 * DAY }),
    await queueMail({ state: "queued", nextAttemptAt: now - 91 * DAY }),
  ]
  const signup = {
    name: "Ada",
    passwordHash: "x",
    locale: "en" as const,
    termsVersion: "1",
    adultVersion: "1",
    createdAt: now,
  }
  await db.insert(signups).values([
    { id: "expired", email: "expired@example.org", expiresAt: now - 1, ...signup },
    { id: "waiting", email: "waiting@example.org", expiresAt: now + MINUTE, ...signup },
  ])
  await db.insert(emailTokens).values([
    { tokenHash: "expired", purpose: "join", subjectId: "expired", expiresAt: now - 1, createdAt: now },
    { tokenHash: "waiting", purpose: "join", subjectId: "waiting", expiresAt: now + MINUTE, createdAt: now },
  ])

  await runCron("17 3 * * *")

  const left = await ids()
  for (const { id } of [old, dropped, dead]) expect(left).not.toContain(id)
  for (const { id } of stored) expect(left).toContain(id)
  expect((await db.select().from(signups)).map(({ id }) => id)).not.toContain("expired")
  expect((await db.select().from(signups)).map(({ id }) => id)).toContain("waiting")
  const tokens = (await db.select().from(emailTokens)).map(({ tokenHash }) => tokenHash)
  expect([tokens.includes("expired"), tokens.includes("waiting")]).toEqual([false, true])
})

describe("the development mailbox", () => {
  test("the development mailbox shows the mails of the last day with their text and links, newest first", async () => {
    const { email } = await insertUser()
    await submit("/auth/password/reset", { email })
    await submit("/auth/password/reset", { email: "unheard-of@example.org" })
    await deliverMails()
    const yesterday = Date.now() - DAY - MINUTE
    await db.insert(outboxEmails).values({
      id: newId(yesterday),
      recipient: "yesterday@example.org",
      locale: "en",
      template: "reset",
      data: "{}",
      state: "sent",
      attempts: 1,
      nextAttemptAt: yesterday,
      createdAt: yesterday,
      updatedAt: yesterday,
    })
    const html = await (await ask("/dev/mailbox")).text()
    expect(headingOf(html)).toBe("Development mailbox")
    expect(html).toMatch(/<a href="http:\/\/en\.localhost:8787\/auth\/password\/reset\/[\w-]{43}"/)
    expect(html).toContain("Discarded")
    expect(html.indexOf("unheard-of@example.org")).toBeLessThan(html.indexOf(email))
    expect(html).not.toContain("yesterday@example.org")
  })

  test("the development mailbox does not exist in production", async () => {
    const response = await fetchWith({ ...production, ACCESS_KEY: "" }, "/dev/mailbox")
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(headingOf(html)).toBe("Page not found: /dev/mailbox")
  })
})
