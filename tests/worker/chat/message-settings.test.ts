import { describe, expect, test } from "vitest"
import type { ChatSettings, ContactRules } from "~/domain/chat/schema"
import { insertOwner, insertPair, insertPremium, type Person } from "../helpers/chat"
import { ask, submit } from "../helpers/mail"

const page = "/profile/settings/messages"
const cookieOf = ({ session }: Pick<Person, "session">) => ({
  headers: { Cookie: `__Host-salon_session=${session.token}` },
})
const action = (person: Person, name: string, fields: Record<string, string> = {}) =>
  submit(page, { ...fields, intent: name }, cookieOf(person))

describe("the message settings", () => {
  test("the message settings save what the member shares, and a box that is not ticked is off", async () => {
    const person = await insertPremium()
    expect((await action(person, "shared", { read_receipts: "on" })).status).toBe(200)
    expect(await person.get<ChatSettings>("/me/chat-settings")).toEqual({ typing: false, read_receipts: true })
  })

  test("the message settings offer the number of requests a day that an owner has, also an uncommon one", async () => {
    const owner = await insertOwner()
    for (const daily_budget of ["7", "0", ""]) {
      await action(owner, "rules", { daily_budget })
      const html = await (await ask(page, cookieOf(owner))).text()
      expect(html).toMatch(new RegExp(`<option(?=[^>]*value="${daily_budget}")[^>]*selected`))
    }
  })

  test("the message settings save an owner's rules; no number means no limit", async () => {
    const owner = await insertOwner()
    await action(owner, "rules", { premium_only: "on", language_fr: "on", daily_budget: "3" })
    const rules = {
      verified_only: false,
      premium_only: true,
      languages: ["fr"],
      daily_budget: 3,
      private_for: "premium",
    }
    expect(await owner.get<ContactRules>("/me/contact-rules")).toEqual(rules)
    await action(owner, "rules", { daily_budget: "" })
    expect((await owner.get<ContactRules>("/me/contact-rules")).daily_budget).toBeNull()
  })

  test.each(["-1", "1001", "many", "1.5"])(
    "the message settings refuse %j requests a day with a sentence, and the stored number stays",
    async (daily_budget) => {
      const owner = await insertOwner()
      await action(owner, "rules", { daily_budget: "3" })
      const refused = await action(owner, "rules", { daily_budget })
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain("Some fields need your attention.")
      expect((await owner.get<ContactRules>("/me/contact-rules")).daily_budget).toBe(3)
    },
  )

  test("the message settings show rules to owners alone, and list the blocked, whom a press unblocks", async () => {
    const { member, owner } = await insertPair()
    await owner.call("PUT", `/blocks/${member.id}`)
    const shown = await (await ask(page, cookieOf(owner))).text()
    expect(shown).toContain('id="rules"')
    expect(shown).toContain(`value="${member.id}"`)
    expect(await (await ask(page, cookieOf(member))).text()).not.toContain('id="rules"')
    expect((await action(owner, "unblock", { user: member.id })).status).toBe(200)
    expect((await owner.get<{ data: unknown[] }>("/blocks")).data).toEqual([])
  })
})

describe("a conversation's page, without script", () => {
  const open = (person: Person, id: string, query = "") => ask(`/profile/chat/${id}${query}`, cookieOf(person))
  const press = (person: Person, id: string, fields: Record<string, string>) =>
    submit(`/profile/chat/${id}`, fields, cookieOf(person))

  test("a conversation's page without script shows the messages, sends a repeated form once, and retains a refused text", async () => {
    const { member, owner, id } = await insertPair()
    const form = { intent: "send", client_id: "form-1", body: "By post" }
    for (let n = 0; n < 2; n += 1) {
      const response = await press(member, id, form)
      expect([response.status, response.headers.get("Location")]).toEqual([303, `/profile/chat/${id}#end`])
    }
    expect((await owner.thread(id)).data.map(({ body }) => body)).toEqual(["May I?", "By post"])
    expect(await (await open(owner, id)).text()).toContain("By post")
    const refused = await press(member, id, { ...form, client_id: "form-2", body: " " })
    expect(refused.status).toBe(422)
  })

  test("a conversation's page is nobody else's, for reading or for any act", async () => {
    const { id } = await insertPair()
    const stranger = await insertPremium()
    expect((await open(stranger, id)).status).toBe(404)
    for (const name of ["send", "accept", "decline", "mute", "block", "unblock", "remove", "mark-read"]) {
      const response = await press(stranger, id, { intent: name, client_id: "x", body: "Let me in" })
      expect([name, response.status]).toEqual([name, 404])
    }
  })

  test("a conversation's page without script has working buttons to accept, mute, mark as read, block and unblock", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: { id: string } }>()
    const { id } = conversation
    const actions = async (...names: string[]) => {
      for (const name of names) expect([name, (await press(owner, id, { intent: name })).status]).toEqual([name, 200])
      return owner.conversation(id)
    }
    expect(await actions("decline")).toMatchObject({ state: "declined" })
    expect(await actions("accept", "mute", "mark-read")).toMatchObject({
      state: "accepted",
      is_muted: true,
      unread_messages_count: 0,
    })
    expect(await actions("block")).toMatchObject({ why_not: "blocked_by_you" })
    expect(await actions("unblock", "unmute")).toMatchObject({ why_not: null, is_muted: false })
    expect((await press(owner, id, { intent: "remove" })).headers.get("Location")).toBe("/profile/chat")
    expect(await owner.conversations()).toEqual([])
  })

  test("a first message without script begins at the profile, and redirects to an existing conversation", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    const path = `/profile/chat/new?profile=${owner.slug}`
    expect((await ask(path, cookieOf(member))).status).toBe(200)
    const sent = await submit(path, { profile: owner.slug, client_id: "one", body: "Good evening." }, cookieOf(member))
    const to = sent.headers.get("Location") ?? ""
    expect(to).toMatch(/^\/profile\/chat\/[0-9A-Z]{26}$/)
    expect((await ask(path, cookieOf(member))).headers.get("Location")).toBe(to)
    expect((await ask("/profile/chat/new", cookieOf(member))).status).toBe(404)
    expect((await ask(`/profile/chat/new?profile=${owner.slug}`, cookieOf(owner))).status).toBe(409)
  })
})
