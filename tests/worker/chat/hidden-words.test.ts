import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { forgetInChat, ownHiddenWords } from "~/domain/chat/privacy.server"
import { createCtx } from "../../../worker/context"
import { insertPair, insertPremium, type Person, rested } from "../helpers/chat"
import { ask, submit } from "../helpers/mail"

const settings = "/profile/settings/messages"
const cookieOf = ({ session }: Pick<Person, "session">) => ({
  headers: { Cookie: `__Host-salon_session=${session.token}` },
})
const pageOf = async (person: Person, path: string) => {
  const html = await (await ask(path, cookieOf(person))).text()
  return html.slice(html.indexOf("<main"), html.indexOf("</main>"))
}
const words = (person: Pick<Person, "get">) => person.get<{ words: string[] }>("/me/hidden-words")

describe("a member's hidden words", () => {
  test("are stored by the API in their order, each once, and replaced as a whole", async () => {
    const member = await insertPremium()
    expect(await words(member)).toEqual({ words: [] })
    const put = await member.call("PUT", "/me/hidden-words", { words: ["Vin", "thé", "vin"] })
    expect([put.status, await put.json()]).toEqual([200, { words: ["Vin", "thé"] }])
    await member.call("PUT", "/me/hidden-words", { words: ["thé", "café"] })
    expect(await words(member)).toEqual({ words: ["thé", "café"] })
    expect((await member.call("PUT", "/me/hidden-words", { words: Array(101).fill("x") })).status).toBe(422)
    expect((await member.call("PUT", "/me/hidden-words", { words: ["x".repeat(41)] })).status).toBe(422)
    expect(await words(member)).toEqual({ words: ["thé", "café"] })
  })

  test("are saved by the settings' form, and a list that is too long is refused with what was typed", async () => {
    const member = await insertPremium()
    const save = (text: string) => submit(settings, { intent: "words", words: text }, cookieOf(member))
    expect((await save("one\n two \n")).status).toBe(200)
    expect(await words(member)).toEqual({ words: ["one", "two"] })
    const refused = await save(Array.from({ length: 101 }, (_, at) => `word ${at}`).join("\n"))
    expect([refused.status, (await refused.text()).includes("word 100")]).toEqual([422, true])
    expect(await words(member)).toEqual({ words: ["one", "two"] })
    expect(await pageOf(member, settings)).toContain("one\ntwo</textarea>")
  })

  test("survive their object, also of a member without a conversation", async () => {
    const member = await insertPremium()
    await member.call("PUT", "/me/hidden-words", { words: ["one"] })
    const channel = env.UserChannel.getByName(member.id)
    await runDurableObjectAlarm(channel as never)
    await evictDurableObject(channel as never)
    expect(await words(member)).toEqual({ words: ["one"] })
  })

  test("cover messages of the other member alone, in the thread, the list and the member's home", async () => {
    const { member, owner, id } = await insertPair()
    await owner.call("PUT", "/me/hidden-words", { words: ["châlet"] })
    await member.send(id, "Come to my chalet")
    await rested(id)
    const covered = "Hidden by your words"
    expect(await pageOf(owner, `/profile/chat/${id}`)).toContain(`${covered}</summary>`)
    for (const path of ["/profile/chat", "/profile"]) {
      const page = await pageOf(owner, path)
      expect([page.includes(covered), page.includes("my chalet")], path).toEqual([true, false])
    }
    for (const path of ["/profile/chat", `/profile/chat/${id}`])
      expect(await pageOf(member, path)).not.toContain(covered)
    await owner.send(id, "What chalet?")
    await rested(id)
    expect(await pageOf(owner, "/profile/chat")).toContain("You: What chalet?")
    // The API returns messages as they are.
    expect((await owner.thread(id)).data.map(({ body }) => body)).toContain("Come to my chalet")
  })

  test("are in the export and in a backup, and gone with the account", async () => {
    const { owner } = await insertPair()
    await owner.call("PUT", "/me/hidden-words", { words: ["two", "one"] })
    const ctx = createCtx(env, openDatabase(env.DB, null).db, () => {})
    const exported: object[] = []
    for await (const row of ownHiddenWords(ctx, owner.id)) exported.push(row)
    expect(exported).toEqual([{ word: "two" }, { word: "one" }])
    const channel = env.UserChannel.getByName(owner.id)
    const dump = await channel.dump(0)
    expect(dump?.tables.hidden_words).toContainEqual({ word: "two", position: 0 })
    await forgetInChat(ctx, owner.id)
    expect(await channel.hiddenWords()).toEqual([])
    if (dump) await channel.load(dump)
    expect(await channel.hiddenWords()).toEqual(["two", "one"])
  })
})
