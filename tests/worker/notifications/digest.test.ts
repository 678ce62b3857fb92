import { eq, lt } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { mutedMails, notifications } from "~/db/schema"
import { kindOfType, type NotificationSettings, type NotificationType } from "~/domain/notifications/schema"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import { accessCookie, addCookie, fetchApp, fetchWith } from "../helpers/app"
import { insertPair, insertPerson, type Person, rested, runDue } from "../helpers/chat"
import { ask, mailBindings, mailsTo, receive, runCron, runJobs, submit, takeJobs, takeWoken } from "../helpers/mail"
import { db, insertUser } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeJobs()
  takeWoken()
})

const MINUTE = 60_000
const awake = { rhythm: "soon", quiet_hours: null, time_zone: "UTC" } as const

/** Inserts a member without quiet hours, by default. */
async function insertAwake(settings: NotificationSettings = awake, locale: Locale = "en") {
  const person = await insertPerson({ locale })
  await person.call("PUT", "/me/notification-settings", settings)
  return person
}

let made = 0

/** Inserts something that a member has not read for that many minutes. */
async function leaveUnread(person: Person, minutes: number, type: NotificationType = "ticket") {
  const createdAt = Date.now() - minutes * MINUTE
  const row = { id: newId(createdAt), userId: person.id, type, subject: `${type}:${++made}`, state: "new" }
  const times = { createdAt, updatedAt: createdAt, mailAt: createdAt + 30 * MINUTE }
  await db.insert(notifications).values({ ...row, ...times })
  return row.id
}

const come = () => runCron("*/5 * * * *")
const mailsOf = async (person: Person) => (await mailsTo(person.user.email)).length
const minuteNow = () => new Date().getUTCHours() * 60 + new Date().getUTCMinutes()
const around = (from: number, to: number) => ({
  from: (minuteNow() + from + 1_440) % 1_440,
  to: (minuteNow() + to + 1_440) % 1_440,
})

describe("a mail about what is unread", () => {
  test("a digest comes after half an hour, once, for everything unread; and again for newer items", async () => {
    const person = await insertAwake()
    await leaveUnread(person, 29)
    await come()
    expect(await mailsOf(person)).toBe(0)
    await leaveUnread(person, 31)
    await leaveUnread(person, 31, "message")
    await come()
    await come()
    expect(await mailsOf(person)).toBe(1)
    await leaveUnread(person, 31)
    await come()
    expect(await mailsOf(person)).toBe(2)
  })

  test.each(Object.keys(kindOfType) as NotificationType[])(
    "a digest counts what is unread of the type %s",
    async (type) => {
      const person = await insertAwake()
      await leaveUnread(person, 31, type)
      await come()
      expect((await receive(person.user.email)).text).toMatch(
        /Unread messages in one|One new request|Someone new in|One update/,
      )
    },
  )

  test("a digest comes again for a message after the last one, though nothing was read, and not without one", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { member, owner, id } = await insertPair()
    await owner.call("PUT", "/me/notification-settings", awake)
    const wait = async (minutes: number) => {
      vi.setSystemTime(Date.now() + minutes * MINUTE)
      await runJobs(await runDue(owner.id))
      return mailsOf(owner)
    }
    const send = async (text: string) => {
      await member.send(id, text)
      await rested(id)
    }
    await send("One")
    expect(await wait(29)).toBe(0)
    await send("One more")
    expect(await wait(2)).toBe(1)
    await send("Right after the mail, and soon after the last news")
    expect(await wait(31)).toBe(2)
    expect(await wait(600)).toBe(2)
    await send("Two")
    expect(await wait(29)).toBe(2)
    await send("Three")
    expect(await wait(2), "each message that follows would otherwise put the mail off").toBe(3)
    expect(await wait(600)).toBe(3)
  })

  test("a digest goes first to the longest waiting member, and banned members delay nobody", async () => {
    const created = Date.now() - 60 * MINUTE
    const rows: (typeof notifications.$inferInsert)[] = []
    for (let n = 0; n < 130; n += 1) {
      const user = await insertUser({ bannedAt: n % 4 === 0 ? 1 : null })
      const times = { createdAt: created, updatedAt: created, mailAt: created + 30 * MINUTE + n }
      rows.push({
        id: newId(created),
        userId: user.id,
        type: "ticket" as const,
        subject: "ticket:x",
        state: "new",
        ...times,
      })
    }
    for (const row of rows) await db.insert(notifications).values(row)
    const last = await insertAwake()
    const max = { createdAt: created, updatedAt: created, mailAt: created }
    await db
      .insert(notifications)
      .values({ id: newId(created), userId: last.id, type: "ticket", subject: "ticket:x", state: "new", ...max })
    await come()
    expect(await mailsOf(last)).toBe(1)
    await come()
    const left = await db.select().from(notifications).where(lt(notifications.mailAt, Date.now()))
    expect(left.filter(({ userId }) => rows.some((row) => row.userId === userId)).length).toBe(0)
  }, 120_000)

  test("a digest states the numbers, and no names or contents, in the reader's language", async () => {
    const person = await insertAwake(awake, "fr")
    await leaveUnread(person, 40)
    await leaveUnread(person, 40, "message")
    await leaveUnread(person, 40, "message")
    await leaveUnread(person, 40, "request")
    await come()
    const mail = await receive(person.user.email)
    expect(mail.subject).toBe("Vous avez des notifications non lues")
    expect(mail.text).toContain("Des messages non lus dans 2 conversations.")
    expect(mail.text).toContain("Une nouvelle demande ou réponse à la vôtre.")
    expect(mail.text).toContain("Une nouvelle concernant votre compte.")
    expect(mail.text).toContain("http://fr.localhost:8787/profile/notifications")
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/escort|T-\d|Camille/i)
  })

  test("a digest does not come for items read before it is written or sent", async () => {
    const person = await insertAwake()
    await leaveUnread(person, 40)
    await person.call("POST", "/notifications/read", { all: true })
    await come()
    expect(await mailsOf(person)).toBe(0)
    await leaveUnread(person, 40)
    await come()
    await person.call("POST", "/notifications/read", { all: true })
    await expect(receive(person.user.email)).rejects.toThrow("No mail reached")
  })

  test("a digest waits for the end of the quiet hours, and for the member's time in the hour after it", async () => {
    const person = await insertAwake({ ...awake, quiet_hours: around(-60, 60) })
    const id = await leaveUnread(person, 40)
    await come()
    expect(await mailsOf(person)).toBe(0)
    const [row] = await db.select().from(notifications).where(eq(notifications.id, id))
    const wait = ((row?.mailAt ?? 0) - Date.now()) / MINUTE
    expect(wait).toBeGreaterThan(58)
    expect(wait).toBeLessThanOrEqual(120)
    await person.call("PUT", "/me/notification-settings", awake)
    await db.update(notifications).set({ mailAt: Date.now() }).where(eq(notifications.id, id))
    await come()
    expect(await mailsOf(person)).toBe(1)
  })

  test("a daily digest comes once a day", async () => {
    const person = await insertAwake({ ...awake, rhythm: "daily" })
    const id = await leaveUnread(person, 40)
    await come()
    const [waiting] = await db.select().from(notifications).where(eq(notifications.id, id))
    const mailAt = waiting?.mailAt ?? 0
    // The member's time after nine has passed since: it is sent at once. Otherwise it waits for that.
    const isDue = mailAt === 0
    expect(await mailsOf(person)).toBe(isDue ? 1 : 0)
    if (!isDue) expect(new Date(mailAt).toISOString()).toContain("T09:")
  })

  test("a digest leaves out the kinds that are turned off, and does not come for them alone", async () => {
    const person = await insertAwake()
    await db.insert(mutedMails).values({ userId: person.id, kind: "messages", createdAt: 0 })
    await leaveUnread(person, 40, "message")
    await come()
    expect(await mailsOf(person)).toBe(0)
    await leaveUnread(person, 40, "message")
    await leaveUnread(person, 40)
    await come()
    expect((await receive(person.user.email)).text).not.toContain("conversation")
  })
})

describe("unsubscribing", () => {
  async function mailed() {
    const person = await insertAwake()
    await leaveUnread(person, 40)
    await come()
    const mail = await receive(person.user.email)
    const oneClick = new URL(/^<(.+)>$/.exec(mail.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "")
    const page = new URL(/http:\S+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? "")
    return { person, mail, oneClick: oneClick.pathname, page: page.pathname }
  }
  const mutedOf = async (person: Person) =>
    (await db.select().from(mutedMails).where(eq(mutedMails.userId, person.id))).map(({ kind }) => kind).toSorted()
  /** Sends a mailbox's request: without cookies, and without the access key. */
  const click = (path: string) =>
    fetchApp(path, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) })

  test("unsubscribing is one click of the mailbox, despite the access gate, repeatable", async () => {
    const { person, mail, oneClick } = await mailed()
    expect(mail.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click")
    expect([(await click(oneClick)).status, (await click(oneClick)).status]).toEqual([204, 204])
    expect(await mutedOf(person)).toEqual(["messages", "searches", "updates"])
    await leaveUnread(person, 40)
    await come()
    expect(await mailsOf(person)).toBe(1)
  })

  test("unsubscribing by the page asks first, and can be undone", async () => {
    const { person, page } = await mailed()
    // A reader on another device has not passed the age notice there.
    const response = await fetchApp(page, addCookie({}, await accessCookie()))
    expect(await response.text()).toContain("Stop these emails")
    expect(await mutedOf(person)).toEqual([])
    expect(await (await submit(page, { intent: "stop" })).text()).toContain("You will no longer receive these emails.")
    expect(await mutedOf(person)).toEqual(["messages", "searches", "updates"])
    await submit(page, { intent: "resume" })
    expect(await mutedOf(person)).toEqual([])
  })

  test("opening the unsubscribe link changes nothing: mailboxes open every link", async () => {
    const { person, oneClick, page } = await mailed()
    await ask(page)
    expect((await fetchApp(oneClick)).status).not.toBe(204)
    expect(await mutedOf(person)).toEqual([])
  })

  test("a forged or altered unsubscribe link is nobody's", async () => {
    const { person, oneClick } = await mailed()
    const bent = oneClick.slice(0, -4) + (oneClick.endsWith("AAAA") ? "BBBB" : "AAAA")
    for (const path of [bent, "/webhooks/unsubscribe/v1.a.b", "/webhooks/unsubscribe/x"]) {
      expect((await click(path)).status).toBe(404)
      expect((await ask(path.replace("/webhooks", ""))).status).toBe(404)
    }
    expect(await mutedOf(person)).toEqual([])
  })

  test("unsubscribing is refused to another site's form in a signed-in browser", async () => {
    const { person, oneClick } = await mailed()
    const headers = { Origin: "https://evil.example", Cookie: `__Host-salon_session=${person.session.token}` }
    const response = await fetchWith(mailBindings, oneClick, { method: "POST", headers })
    expect(response.status).toBe(403)
    expect(await mutedOf(person)).toEqual([])
  })
})

describe("the settings of notifications", () => {
  const cookieOf = ({ session }: Person) => ({ headers: { Cookie: `__Host-salon_session=${session.token}` } })
  const form = { messages: "on", rhythm: "daily", is_quiet: "on", from: "21:30", to: "07:15", time_zone: "Asia/Tokyo" }
  const save = (person: Person, fields: Record<string, string>) =>
    submit("/profile/settings/notifications", { ...fields, intent: "notifications" }, cookieOf(person))

  test("the notification settings are the defaults until the member changes them", async () => {
    const person = await insertPerson()
    expect(await person.get("/me/notification-settings")).toEqual({
      rhythm: "soon",
      quiet_hours: { from: 1_320, to: 480 },
      time_zone: "Europe/Paris",
    })
    expect((await save(person, form)).status).toBe(200)
    expect(await person.get("/me/notification-settings")).toEqual({
      rhythm: "daily",
      quiet_hours: { from: 1_290, to: 435 },
      time_zone: "Asia/Tokyo",
    })
    const { is_quiet: _, ...loud } = form
    await save(person, loud)
    expect(await person.get("/me/notification-settings")).toMatchObject({ quiet_hours: null })
  })

  test.each([
    ["from", "25:00"],
    ["to", "noon"],
    ["rhythm", "hourly"],
    ["time_zone", "Mars/Olympus"],
  ])("the notification settings refuse a %s of %j, and stay as they were", async (name, value) => {
    const person = await insertPerson()
    await save(person, form)
    expect((await save(person, { ...form, [name]: value })).status).toBe(422)
    expect(await person.get("/me/notification-settings")).toMatchObject({ time_zone: "Asia/Tokyo", rhythm: "daily" })
  })
})
