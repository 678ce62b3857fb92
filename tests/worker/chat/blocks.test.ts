import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { conversationMembers } from "~/db/schema"
import { forgetInChat } from "~/domain/chat/privacy.server"
import { createCtx } from "../../../worker/context"
import { insertOwner, insertPair, insertPerson, insertPremium, listen, rested } from "../helpers/chat"
import { db, insertProfile } from "../helpers/rows"

const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const block = (person: { call: (method: string, path: string) => Promise<Response> }, id: string) =>
  person.call("PUT", `/blocks/${id}`)

describe("a block", () => {
  test("a member who blocks a profile's owner sees neither the profile's address nor its picture any more", async () => {
    const { member, owner, id } = await insertPair()
    const shown = await member.conversation(id)
    expect(shown.with).toMatchObject({ id: owner.id, slug: owner.slug })
    expect((await block(member, owner.id)).status).toBe(204)
    const hidden = await member.conversation(id)
    expect(hidden.with).toEqual({ ...shown.with, slug: null, avatar: null })
    await member.call("DELETE", `/blocks/${owner.id}`)
    expect((await member.conversation(id)).with).toEqual(shown.with)
  })

  test("a block closes the conversation for both, and shows the blocked member what a deleted account shows", async () => {
    const { member, owner, id } = await insertPair()
    await owner.send(id, "Hello there")
    await member.send(id, "Hello yourself")
    expect((await block(owner, member.id)).status).toBe(204)

    expect(await codeOf(await member.send(id, "Still there?"))).toEqual([410, "chat.unavailable"])
    expect(await codeOf(await owner.send(id, "No"))).toEqual([409, "chat.blocked_by_you"])
    const blocked = { conversation: await member.conversation(id), thread: await member.thread(id) }
    expect(blocked.conversation).toMatchObject({
      state: "closed",
      may_write: false,
      why_not: "unavailable",
      others_read_seq: null,
      unread_messages_count: 0,
      with: { id: "", name: "Deleted user", avatar: null, slug: null, is_gone: true },
    })
    expect(blocked.thread.data.map(({ author_id, body }) => [author_id, body])).toEqual([
      [member.id, "May I?"],
      ["", null],
      [member.id, "Hello yourself"],
    ])
    const stored = await owner.conversation(id)
    expect(stored).toMatchObject({ with: { id: member.id, is_gone: false }, why_not: "blocked_by_you" })
    expect((await owner.thread(id)).data.map(({ body }) => body)).toEqual(["May I?", "Hello there", "Hello yourself"])

    // The same, once the account is really deleted.
    const other = await insertPair()
    await other.owner.send(other.id, "Hello there")
    await other.member.send(other.id, "Hello yourself")
    await forgetInChat(
      createCtx(env, openDatabase(env.DB, null).db, () => {}),
      other.owner.id,
    )
    await db.delete(conversationMembers).where(eq(conversationMembers.userId, other.owner.id))
    const gone = {
      conversation: await other.member.conversation(other.id),
      thread: await other.member.thread(other.id),
    }
    const shape = (seen: typeof gone, own: string, conversationId: string) =>
      JSON.parse(
        JSON.stringify(seen)
          .replaceAll(own, "OWN")
          .replaceAll(conversationId, "ID")
          .replace(/"(created_at|updated_at|deleted_at)":\d+/g, '"$1":0'),
      )
    expect(shape(blocked, member.id, id)).toEqual(shape(gone, other.member.id, other.id))
  })

  test("a block lets no frame and no typing event through, and unsubscribes both from the conversation's channel", async () => {
    const { member, owner, id } = await insertPair()
    const [there, here] = [await listen(owner), await listen(member)]
    const channel = `private-conversation.${id}`
    await there.subscribe(owner, channel)
    await here.subscribe(member, channel)
    await block(owner, member.id)
    expect([await there.closing(2_000), await here.closing(2_000)]).toEqual([4100, 4100])
    const again = await listen(member)
    expect((await member.authorize(await again.id(), channel)).status).toBe(403)
    await owner.send(id, "Into the void")
    expect(again.frames.filter(({ event }) => !event.startsWith("pusher"))).toEqual([])
  })

  test.each(["who blocks", "who is blocked"])(
    "a block marks the unread messages of %s as read: no mail is due",
    async (who) => {
      const { member, owner, id } = await insertPair()
      await owner.send(id, "Hello there")
      const waiting = async () => {
        await rested(id)
        return runInDurableObject(env.UserChannel.getByName(member.id) as unknown as DurableObjectStub, (_, state) =>
          state.storage.sql
            .exec("SELECT read_at, mail_at, push_at FROM notifications WHERE subject = ?", `conversation:${id}`)
            .toArray(),
        )
      }
      expect(await waiting()).toEqual([{ read_at: null, mail_at: expect.any(Number), push_at: expect.any(Number) }])
      await (who === "who blocks" ? block(member, owner.id) : block(owner, member.id))
      expect(await waiting()).toEqual([{ read_at: expect.any(Number), mail_at: null, push_at: null }])
    },
  )

  test("a block hides the two from each other: profile, listing, favourites, new requests", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    await insertProfile({
      ownerId: member.id,
      cityId: owner.profile.cityId,
      categoryId: owner.profile.categoryId,
      slug: "of-member",
    })
    await member.call("PUT", `/me/favorites/${owner.profile.id}`)
    const seen = async (person: typeof member, slug: string) => {
      const listing = await person.get<{ data: { slug: string }[] }>("/profiles")
      const favorites = await person.get<{ data: { slug: string }[] }>("/me/favorites")
      return {
        profile: (await person.call("GET", `/profiles/${slug}`)).status,
        isListed: listing.data.some((one) => one.slug === slug),
        isKept: favorites.data.some((one) => one.slug === slug),
      }
    }
    expect(await seen(member, owner.slug)).toEqual({ profile: 200, isListed: true, isKept: true })
    await block(owner, member.id)
    expect(await seen(member, owner.slug)).toEqual({ profile: 404, isListed: false, isKept: false })
    expect(await seen(owner, "of-member")).toEqual({ profile: 404, isListed: false, isKept: false })
    expect((await member.call("PUT", `/me/favorites/${owner.profile.id}`)).status).toBe(404)
    expect((await member.ask(owner.slug)).status).toBe(404)
    const stranger = await insertPerson()
    expect(await seen(stranger, owner.slug)).toMatchObject({ profile: 200, isListed: true })

    expect(await owner.get("/blocks")).toMatchObject({ data: [{ user_id: member.id, name: member.user.name }] })
    await owner.call("DELETE", `/blocks/${member.id}`)
    expect(await seen(member, owner.slug)).toEqual({ profile: 200, isListed: true, isKept: true })
  })

  test("only a member who can be contacted can be blocked", async () => {
    const [member, stranger] = [await insertPremium(), await insertPerson()]
    for (const id of [stranger.id, member.id, "nobody"]) expect((await block(member, id)).status).toBe(404)
  })
})
