import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { auditLog, caseQuestions, cases, reports } from "~/db/schema"
import { maxQuestions } from "~/domain/safety/cases/questions/limits"
import { networkOf } from "~/lib/network-address"
import { restrict } from "../decisions/restrictions"
import { newAddress } from "../helpers/app"
import { exhaustLimit } from "../helpers/limits"
import { logText } from "../helpers/log"
import { ask, call, mailsTo, receive } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { DAY, db, insertGrant, insertReport } from "../helpers/rows"
import { answer, codeOf, insertAsked, linkTo, open, questionOf } from "./questions"

const notified = async ({ call }: { call: Awaited<ReturnType<typeof insertMember>>["call"] }) => {
  const { data } = await (await call("GET", "/notifications")).json<{
    data: { type: string; state: string; path: string }[]
  }>()
  return data.map(({ type, state, path }) => ({ type, state, path }))
}

describe("a question", () => {
  test("reaches the member by a mail and a notification, which name neither the question nor who reported", async () => {
    const { owner, email, report, ask: send } = await insertAsked("P3", {}, { details: "They stole it." })
    const reference = await send("owner", "Please replace this picture.")
    const { subject, text } = await receive(owner.user.email)
    expect(subject).toBe("A question for you")
    for (const word of ["replace this picture", email, report.reference, report.caseReference])
      expect(text).not.toContain(word)
    expect(await notified(owner)).toEqual([{ type: "question", state: "asked", path: `/questions/${reference}` }])
    const page = await open(await linkTo(owner.user.email))
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, expect.stringContaining("no-store")])
    expect(page.headers.get("X-Robots-Tag")).toContain("noindex")
    const html = await page.text()
    expect(html).toContain("Please replace this picture.")
    for (const word of [email, "They stole it.", "R-ROW"]) expect(html).not.toContain(word)
    const own = await owner.open(`/questions/${reference}`)
    expect(own.status).toBe(200)
    expect(await own.text()).toContain("Please replace this picture.")
    expect(await (await owner.call("GET", `/questions/${reference}`)).json()).toEqual({
      state: "open",
      about: { kind: "member" },
      body: "Please replace this picture.",
      expires_at: expect.any(Number),
      answer: null,
      answered_at: null,
    })
  })

  test("reaches who reported at the address of the report, in its language, and names that report alone", async () => {
    const { owner, email, report, ask: send } = await insertAsked("P3", {}, { locale: "fr" })
    const other = await insertReport({ email: "other@example.org" })
    await db.update(reports).set({ caseId: report.caseId }).where(eq(reports.id, other.id))
    await send(report.reference)
    expect((await receive(email)).subject).toBe("Une question pour vous")
    expect(await mailsTo(owner.user.email)).toEqual([])
    const html = await (await open(await linkTo(email))).text()
    expect(html).toContain(report.reference)
    for (const word of [other.reference, owner.user.name, owner.user.email]) expect(html).not.toContain(word)
  })

  test("of a member who reported is a notification too, and nobody else opens it by its reference", async () => {
    const reporter = await insertMember()
    const asked = await insertAsked("P3", {}, { email: reporter.user.email, reporterId: reporter.user.id })
    const reference = await asked.ask(asked.report.reference)
    expect(await notified(reporter)).toMatchObject([{ type: "question", state: "asked" }])
    expect((await reporter.open(`/questions/${reference}`)).status).toBe(200)
    for (const one of [asked.owner, asked.staff, await insertMember()])
      expect((await one.open(`/questions/${reference}`)).status).toBe(404)
    const key = (await linkTo(reporter.user.email)).split("/")[2]
    for (const path of [`/questions/${reference}`, `/questions/x${key}`, "/questions/Q-00000000", `/decisions/${key}`])
      expect((await open(path)).status).toBe(404)
  })

  test("cannot go to who is not of the case, or cannot be reached", async () => {
    const { send, report } = await insertAsked("P3", { userId: null }, { email: null })
    const other = await insertReport({ email: "other@example.org" })
    for (const to of ["owner", report.reference, other.reference, "R-NOBODY00"]) {
      const refused = await send(to)
      expect([refused.status, (await refused.json<{ errors: object }>()).errors]).toEqual([
        422,
        { to: expect.anything() },
      ])
    }
    expect((await send("owner", "x".repeat(2_001))).status).toBe(422)
  })

  test("is the only open one to a person: of two at a time one is sent, and the reports of one address are one person", async () => {
    const { send, report, email, pass } = await insertAsked()
    const together = await Promise.all([send(), send()])
    expect(together.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(await codeOf(await send())).toBe("questions.open")
    const second = await insertReport({ email })
    await db.update(reports).set({ caseId: report.caseId }).where(eq(reports.id, second.id))
    expect((await send(report.reference)).status).toBe(201)
    expect(await codeOf(await send(second.reference))).toBe("questions.open")
    // One that has expired is in nobody's way.
    await pass(7 * DAY)
    expect((await send()).status).toBe(201)
  })

  test("is one of ten that a case may have", async () => {
    const { send, pass } = await insertAsked()
    for (let count = 0; count < maxQuestions; count += 1) {
      expect((await send()).status).toBe(201)
      await pass(7 * DAY)
    }
    expect(await codeOf(await send())).toBe("questions.full")
  })

  test("cannot be asked about one's own case, one that somebody else holds, one that has ended, or without the permission", async () => {
    const { owner, staff, send, path, found } = await insertAsked()
    await insertGrant({ userId: owner.user.id, role: "moderator" })
    expect((await send("owner", "Why?", owner)).status).toBe(404)
    expect((await send("owner", "Why?", await insertStaffMember("support"))).status).toBe(404)
    const colleague = await insertStaffMember("moderator")
    await colleague.call("PUT", `${path}/claim`)
    expect(await codeOf(await send())).toBe("cases.claimed")
    await colleague.call("POST", `${path}/dismiss`, { reason: "We looked." })
    expect(await codeOf(await send())).toBe("conflict.changed")
    expect((await found(staff)).questions).toEqual([])
  })

  test("is in the audit log without its words, and so is its withdrawal", async () => {
    const { staff, path, ask: send } = await insertAsked()
    const reference = await send("owner", "Is this text yours?")
    expect((await staff.call("DELETE", `${path}/questions/${reference}`)).status).toBe(204)
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, staff.user.id))
    const own = entries.filter(({ action }) => ["case.ask", "case.withdraw_question"].includes(action))
    expect(own.map(({ action }) => action)).toEqual(["case.ask", "case.withdraw_question"])
    for (const entry of own) expect(JSON.parse(entry.details)).toMatchObject({ question: reference })
    expect(JSON.stringify(own) + logText()).not.toContain("Is this text yours?")
  })

  test("is withdrawn once, in its own case alone, and then asks for nothing", async () => {
    const { owner, staff, path, ask: send } = await insertAsked()
    const other = await insertAsked()
    const reference = await send()
    const link = await linkTo(owner.user.email)
    expect((await other.staff.call("DELETE", `${other.path}/questions/${reference}`)).status).toBe(404)
    const withdraw = () => staff.call("DELETE", `${path}/questions/${reference}`)
    expect((await withdraw()).status).toBe(204)
    expect(await codeOf(await withdraw())).toBe("conflict.changed")
    expect(await (await open(link)).text()).toContain("We don’t need an answer to this question any more.")
    const late = await answer(link)
    expect(late.status).toBe(409)
    expect(await late.text()).toContain("No answer to this question is needed any more.")
    expect(await questionOf(reference)).toMatchObject({ state: "withdrawn", answer: null })
  })
})

describe("an answer", () => {
  test("stands on the case beside its question, and who asked and who holds the case are notified", async () => {
    const { owner, staff, path, found, ask: send } = await insertAsked()
    const reference = await send()
    const holder = await insertStaffMember("moderator")
    const [former, bystander] = [staff, await insertStaffMember("moderator")]
    await holder.call("PUT", `${path}/claim`)
    expect((await answer(await linkTo(owner.user.email), "From my own book.")).status).toBe(302)
    expect((await found()).questions).toMatchObject([
      { reference, state: "answered", answer: "From my own book.", asked_by: staff.user.name, report: null },
    ])
    const page = await (await staff.open(`/dashboard${path}`)).text()
    expect(page).toContain("From my own book.")
    const news = [{ type: "site", state: "case_answered", path: `/dashboard${path}` }]
    expect([await notified(former), await notified(holder), await notified(bystander)]).toEqual([news, news, []])
  })

  test("counts once, by whichever of two tabs is first", async () => {
    const { owner, ask: send } = await insertAsked()
    const reference = await send()
    const link = await linkTo(owner.user.email)
    const together = await Promise.all([answer(link, "The first."), answer(link, "The second.")])
    expect(together.map(({ status }) => status).toSorted()).toEqual([302, 409])
    const stored = (await questionOf(reference))?.answer ?? ""
    const byApi = await call(`${link}/answer`, { answer: "By a program." }, { "CF-Connecting-IP": newAddress() })
    expect([byApi.status, await codeOf(byApi)]).toEqual([409, "questions.answered"])
    const again = await answer(link, "The third.")
    expect(again.status).toBe(409)
    const html = await again.text()
    expect(html).toContain("This question was answered already.")
    expect([stored, html]).toEqual([expect.stringMatching(/^The (first|second)\.$/), expect.stringContaining(stored)])
    expect((await questionOf(reference))?.answer).toBe(stored)
  })

  test("of no words, or of more than 2,000 characters, is refused, and loses nothing", async () => {
    const { owner, ask: send } = await insertAsked()
    const reference = await send()
    const link = await linkTo(owner.user.email)
    expect((await answer(link, " ")).status).toBe(422)
    const long = await answer(link, `Long ${"x".repeat(2_000)}`)
    expect([long.status, await long.text()]).toEqual([422, expect.stringContaining("Long xxx")])
    expect((await questionOf(reference))?.state).toBe("open")
    expect((await answer(link, "x".repeat(2_000))).status).toBe(302)
  })

  test("comes from a suspended member and from a closed account", async () => {
    for (const kind of ["member_suspended", "member_closed"] as const) {
      const { reader } = await restrict[kind]()
      const { ask: send } = await insertAsked("P3", { userId: reader.user.id })
      const reference = await send()
      const link = await linkTo(reader.user.email)
      const own = kind === "member_suspended" ? [link, `/questions/${reference}`] : []
      for (const path of own) expect((await reader.open(path)).status).toBe(200)
      expect((await answer(link)).status).toBe(302)
      expect((await questionOf(reference))?.state).toBe("answered")
    }
  })

  test("opens to nobody once the account that was asked is erased", async () => {
    const { owner, ask: send } = await insertAsked()
    const reference = await send()
    const link = await linkTo(owner.user.email)
    expect((await open(link)).status).toBe(200)
    await db.update(caseQuestions).set({ userId: null }).where(eq(caseQuestions.reference, reference))
    expect([(await open(link)).status, (await answer(link)).status]).toEqual([404, 404])
    expect((await questionOf(reference))?.state).toBe("open")
  })

  test("after the time is read as long as the case is open, and after its end it is not stored", async () => {
    const { owner, staff, report, path, found, pass, ask: send } = await insertAsked()
    const references = [await send(), await send(report.reference)]
    const links = [await linkTo(owner.user.email), await linkTo(report.email ?? "")] as const
    await pass(8 * DAY)
    expect((await found()).questions.map(({ state }) => state)).toEqual(["expired", "expired"])
    expect(await (await open(links[0])).text()).toContain("We haven’t decided yet: you can still answer.")
    expect((await answer(links[0], "Late, sorry.")).status).toBe(302)
    expect((await found()).questions).toMatchObject([
      { state: "answered", answer: "Late, sorry." },
      { state: "expired" },
    ])
    await staff.call("POST", `${path}/dismiss`, { reason: "We looked." })
    expect(await (await open(links[1])).text()).toContain("We have decided by now: no answer is needed any more.")
    const byApi = await call(`${links[1]}/answer`, { answer: "By a program." }, { "CF-Connecting-IP": newAddress() })
    expect([byApi.status, await codeOf(byApi)]).toEqual([409, "questions.ended"])
    const late = await answer(links[1])
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.stringContaining("No answer to this question is needed"),
    ])
    expect(await questionOf(references[1] ?? "")).toMatchObject({ state: "ended", answer: null })
    expect((await questionOf(references[0] ?? ""))?.state).toBe("answered")
  })

  test("is in the reader's language, and its page needs no script", async () => {
    const { owner, ask: send } = await insertAsked()
    await send()
    const link = await linkTo(owner.user.email)
    const html = await (await open(`http://fr.localhost:8787${link}`)).text()
    expect(html).toContain("Une question pour vous")
    expect(html).toMatch(/<form[^>]*method="post"/)
  })

  test("can be tried as often as mailed links may be, from one network, right or wrong", async () => {
    const address = newAddress()
    const { owner, ask: send } = await insertAsked()
    await send()
    const link = await linkTo(owner.user.email)
    await exhaustLimit("auth.token.address", networkOf(address), { left: 2 })
    expect((await open("/questions/x", address)).status).toBe(404)
    expect((await open(link, address)).status).toBe(200)
    expect((await open(link, address)).status).toBe(429)
    expect((await answer(link, "Again.", address)).status).toBe(429)
    expect((await answer(link)).status).toBe(302)
  })
})

describe("staff who use the page", () => {
  test("ask, read what went wrong, and withdraw", async () => {
    const { staff, path, found } = await insertAsked()
    const page = `/dashboard${path}`
    const empty = await staff.submit(page, { intent: "ask", to: "owner", body: "" })
    expect(empty.status).toBe(422)
    const asked = await staff.submit(page, { intent: "ask", to: "owner", body: "Whose is it?" })
    expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining("The question is on its way.")])
    const again = await staff.submit(page, { intent: "ask", to: "owner", body: "And whose is that?" })
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining("And whose is that?")])
    const [question] = (await found()).questions
    const gone = await staff.submit(page, { intent: "withdraw", question: question?.reference ?? "" })
    expect([gone.status, await gone.text()]).toEqual([200, expect.stringContaining("The question is withdrawn.")])
  })

  test("whose case names nobody read that nobody can be asked", async () => {
    const { staff, path } = await insertAsked("P3", { userId: null }, { email: null })
    expect(await (await staff.open(`/dashboard${path}`)).text()).toContain("Nobody can be asked")
  })
})

test("questions are deleted with their case, and with the report whose author they are to", async () => {
  const { report, ask: send } = await insertAsked()
  const [toOwner, toAuthor] = [await send(), await send(report.reference)]
  await db.delete(reports).where(eq(reports.id, report.id))
  expect([await questionOf(toOwner), await questionOf(toAuthor)]).toMatchObject([{ state: "open" }, undefined])
  await db.delete(cases).where(eq(cases.id, report.caseId ?? ""))
  expect(await db.select().from(caseQuestions).where(eq(caseQuestions.reference, toOwner))).toEqual([])
  expect((await ask(`/questions/${toOwner}`)).status).toBe(404)
})
