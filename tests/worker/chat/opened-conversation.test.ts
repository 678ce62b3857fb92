import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { profiles } from "~/db/schema"
import { resolveActor } from "~/domain/accounts/sessions/session.server"
import { getOpenedConversation } from "~/domain/chat/inbox/opened-conversation.server"
import type { Conversation } from "~/domain/chat/schema"
import { unknownCode } from "~/domain/core/countries/codes"
import { createCtx } from "../../../worker/context"
import { insertOwner, insertPair, insertPremium, type Person, rested } from "../helpers/chat"
import { takeLog } from "../helpers/log"
import { ask } from "../helpers/mail"
import { db } from "../helpers/rows"

async function opened(person: Person, id: string) {
  const ctx = createCtx(env, openDatabase(env.DB, null).db, () => {})
  const actor = await resolveActor(ctx, person.session.token, { isCookie: true })
  return getOpenedConversation({ ...ctx, actor, hidingCountry: unknownCode }, id)
}

const pageOf = async ({ session }: Person, id: string) =>
  (await ask(`/profile/chat/${id}`, { headers: { Cookie: `__Host-salon_session=${session.token}` } })).text()

describe("the pane beside a conversation", () => {
  test("the pane shows the requester the owner's city, occasion and confirmation, and the owner no profile", async () => {
    const { member, owner, id } = await insertPair()
    const { profile, conversation } = await opened(member, id)
    expect(conversation.with.slug).toBe(owner.slug)
    expect(profile).toMatchObject({ city: expect.any(String), category: expect.any(String), verified_at: null })
    expect((await opened(owner, id)).profile).toBeNull()
  })

  test.each(["paused", "blocked", "blocking"])("the pane has no profile when its owner is %s", async (state) => {
    const { member, owner, id } = await insertPair()
    if (state === "paused") await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, owner.profile.id))
    if (state === "blocked") await member.call("PUT", `/blocks/${owner.id}`)
    if (state === "blocking") await owner.call("PUT", `/blocks/${member.id}`)
    await rested(id)
    const { profile, conversation } = await opened(member, id)
    expect([profile, conversation.with.slug]).toEqual([null, null])
  })

  test("the conversation of two others is not found", async () => {
    const { id } = await insertPair()
    await expect(opened(await insertPremium(), id)).rejects.toMatchObject({ code: "request.not_found" })
  })

  test("a conversation’s page asks the database three times: for the session, the list, and the conversation with its pane", async () => {
    const { member, id } = await insertPair()
    await pageOf(member, id)
    takeLog("request")
    await pageOf(member, id)
    expect(takeLog("request").at(-1)).toMatchObject({ d1_round_trips: 3 })
  })
})

describe("the warning of impostors", () => {
  test("the warning stands over a member's first three conversations, and in the menu of later ones", async () => {
    const member = await insertPremium()
    const owners = [await insertOwner(), await insertOwner(), await insertOwner(), await insertOwner()]
    const ids: string[] = []
    for (const { slug } of owners) {
      const { conversation } = await (await member.ask(slug, "May I?", slug)).json<{ conversation: Conversation }>()
      ids.push(conversation.id)
      await rested(conversation.id)
    }
    const early = await Promise.all(ids.map(async (id) => (await opened(member, id)).isEarly))
    expect(early).toEqual([true, true, true, false])
    // For their owners, each is the first.
    expect((await opened(owners[3] as Person, ids[3] as string)).isEarly).toBe(true)
    const [first, last] = [await pageOf(member, ids[0] as string), await pageOf(member, ids[3] as string)]
    expect(first).toContain("Our team never writes to you here.")
    expect(first).not.toContain("Staying safe</")
    expect(last).toContain("Staying safe</")
    expect(last.slice(last.indexOf("<main"), last.indexOf("</main>"))).not.toContain("Our team never writes")
  })
})
