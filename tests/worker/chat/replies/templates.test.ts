import { describe, expect, test } from "vitest"
import { maxTemplates } from "~/domain/chat/replies/limits"
import type { MessageTemplate } from "~/domain/chat/replies/schema"
import { insertOwner, insertPremium, type Person } from "../../helpers/chat"
import { exhaustLimit } from "../../helpers/limits"
import { ask, submit } from "../../helpers/mail"

const page = "/profile/escort/answers"
const cookieOf = ({ session }: Pick<Person, "session">) => ({
  headers: { Cookie: `__Host-salon_session=${session.token}` },
})
const press = (person: Person, intent: string, fields: Record<string, string>) =>
  submit(page, { ...fields, intent }, cookieOf(person))

const templatesOf = async (owner: Person) => (await owner.get<{ data: MessageTemplate[] }>("/me/templates")).data
const titlesOf = async (owner: Person) => (await templatesOf(owner)).map(({ title }) => title)
const add = (owner: Person, title: string, body = `Hello {name}, ${title}.`) =>
  owner.call("POST", "/me/templates", { title, body })
async function addThree(owner: Person) {
  for (const title of ["one", "two", "three"]) await add(owner, title)
  return templatesOf(owner)
}

describe("message templates", () => {
  test("templates are listed in the order they were created in, and a change replaces title and text", async () => {
    const owner = await insertOwner()
    const [one] = await addThree(owner)
    expect(one).toEqual({ id: one?.id, title: "one", body: "Hello {name}, one." })
    const changed = await owner.call("PUT", `/me/templates/${one?.id}`, { title: "uno", body: "Hola\r\n{name}" })
    expect(await changed.json()).toEqual({ id: one?.id, title: "uno", body: "Hola\n{name}" })
    expect(await titlesOf(owner)).toEqual(["uno", "two", "three"])
    expect((await owner.call("DELETE", `/me/templates/${one?.id}`)).status).toBe(204)
    expect(await titlesOf(owner)).toEqual(["two", "three"])
  })

  test("the order is set to a list of all templates, and refused if one is missing, doubled or somebody else's", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    const [one = "", two = "", three = ""] = (await addThree(owner)).map(({ id }) => id)
    const [alien = ""] = (await addThree(other)).map(({ id }) => id)
    const order = async (ids: string[]) => (await owner.call("PUT", "/me/template-order", { ids })).status
    expect(await order([three, one, two])).toBe(200)
    expect(await titlesOf(owner)).toEqual(["three", "one", "two"])
    for (const ids of [
      [one, two],
      [one, two, two],
      [one, two, alien],
      [one, two, three, alien],
    ])
      expect(await order(ids), ids.join()).toBe(409)
    expect(await titlesOf(owner)).toEqual(["three", "one", "two"])
    expect(await titlesOf(other)).toEqual(["one", "two", "three"])
  })

  test("another owner's template can be neither changed nor deleted, and members without a profile have none", async () => {
    const [owner, other, member] = [await insertOwner(), await insertOwner(), await insertPremium()]
    const [one] = await addThree(owner)
    const text = { title: "mine", body: "now" }
    for (const person of [other, member]) {
      expect((await person.call("PUT", `/me/templates/${one?.id}`, text)).status).toBe(404)
      expect((await person.call("DELETE", `/me/templates/${one?.id}`)).status).toBe(404)
    }
    expect(await titlesOf(owner)).toEqual(["one", "two", "three"])
    for (const [method, path, body] of [
      ["GET", "/me/templates"],
      ["POST", "/me/templates", text],
      ["PUT", "/me/template-order", { ids: [] }],
      ["GET", "/me/reply-speed"],
    ] as const)
      expect((await member.call(method, path, body)).status, `${method} ${path}`).toBe(404)
    expect((await ask(page, cookieOf(member))).status).toBe(404)
    expect((await ask(page)).headers.get("Location")).toContain("/auth/login")
  })

  test("an owner has thirty templates at most, also when the last ones are created at once", async () => {
    const owner = await insertOwner()
    for (let n = 1; n < maxTemplates; n += 1) await add(owner, `number ${n}`)
    const statuses = (await Promise.all(["a", "b", "c"].map((title) => add(owner, title)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409, 409])
    expect(await templatesOf(owner)).toHaveLength(maxTemplates)
    expect(await (await add(owner, "one more")).json()).toMatchObject({ code: "templates.full" })
  })

  test.each([
    { title: "", body: "text" },
    { title: "title", body: " \n " },
    { title: "t".repeat(61), body: "text" },
    { title: "title", body: "b".repeat(4_001) },
  ])("a template with a title or text that is empty or too long is refused (%#)", async (template) => {
    const owner = await insertOwner()
    expect((await owner.call("POST", "/me/templates", template)).status).toBe(422)
    expect(await templatesOf(owner)).toEqual([])
  })

  test("the page creates, changes, moves and deletes templates without script, and retains a refused text", async () => {
    const owner = await insertOwner()
    for (const title of ["one", "two", "three"]) await press(owner, "create", { title, body: `Text of ${title}` })
    const [one, two] = await templatesOf(owner)
    await press(owner, "down", { template: one?.id ?? "" })
    expect(await titlesOf(owner)).toEqual(["two", "one", "three"])
    await press(owner, "up", { template: two?.id ?? "" })
    expect(await titlesOf(owner)).toEqual(["two", "one", "three"])
    await press(owner, "update", { template: two?.id ?? "", title: "deux", body: "Texte" })
    const refused = await press(owner, "update", { template: two?.id ?? "", title: "trois", body: "" })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toContain('value="trois"')
    expect(html).toContain("This field is required.")
    await press(owner, "delete", { template: one?.id ?? "" })
    expect(await titlesOf(owner)).toEqual(["deux", "three"])
  })

  test("changes are limited by owner", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    await exhaustLimit("answering.change", owner.user.id, { left: 1 })
    const change = () => owner.call("DELETE", "/me/templates/none")
    expect([(await change()).status, (await change()).status]).toEqual([404, 429])
    expect((await add(other, "still")).status).toBe(201)
  })
})
