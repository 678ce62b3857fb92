import { describe, expect, test } from "vitest"
import type { Conversation, Message } from "~/domain/chat/schema"
import { insertOwner, insertPair, insertPerson, insertPremium, listen } from "../helpers/chat"

const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]

describe("the first message to an owner", () => {
  test("the first message to an owner is a request, a single message until it is accepted", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    const response = await member.ask(owner.slug, "Bonsoir, are you free on Friday?")
    expect(response.status).toBe(201)
    const { conversation, message } = await response.json<{ conversation: Conversation; message: Message }>()
    expect(message).toMatchObject({ seq: 1, client_id: "first", author_id: member.id })
    expect(conversation).toMatchObject({
      state: "request",
      is_mine: true,
      may_write: false,
      why_not: "pending",
      last_seq: 1,
      with: { id: owner.id, name: owner.profile.name, slug: owner.slug, is_gone: false },
    })
    expect(await codeOf(await member.send(conversation.id, "And on Saturday?"))).toEqual([409, "chat.pending"])
    expect(await codeOf(await owner.send(conversation.id, "Yes"))).toEqual([409, "chat.accept_first"])
    const [seen] = await owner.conversations()
    expect(seen).toMatchObject({
      id: conversation.id,
      state: "request",
      is_mine: false,
      why_not: "accept_first",
      unread_messages_count: 1,
      with: { id: member.id, name: member.user.name, slug: null },
      last_message: { seq: 1, body: "Bonsoir, are you free on Friday?", author_id: member.id },
    })
    expect([await owner.unread(), await member.unread()]).toEqual([1, 0])

    const accepted = await owner.call("POST", `/conversations/${conversation.id}/accept`)
    expect(await accepted.json()).toMatchObject({ state: "accepted", may_write: true, why_not: null })
    expect((await member.send(conversation.id, "Lovely")).status).toBe(201)
    expect((await owner.send(conversation.id, "See you")).status).toBe(201)
  })

  test("visitors, members without premium and the owner themselves cannot send a request", async () => {
    const owner = await insertOwner()
    expect(await codeOf(await (await insertPerson()).ask(owner.slug))).toEqual([403, "chat.premium_required"])
    expect(await codeOf(await owner.ask(owner.slug))).toEqual([409, "chat.own_profile"])
    expect(await codeOf(await (await insertPremium()).ask("nobody"))).toEqual([404, "request.not_found"])
  })
})

describe("a conversation", () => {
  test("a conversation gives each message the next number, and stores a repeated one once", async () => {
    const { member, owner, id } = await insertPair()
    const first = await member.send(id, "Once", "same")
    const again = await member.send(id, "Once more", "same")
    expect([first.status, again.status]).toEqual([201, 200])
    expect(await again.json()).toEqual(await first.json())
    await Promise.all([member.send(id, "A"), owner.send(id, "B"), member.send(id, "C"), owner.send(id, "D")])
    const { data } = await member.thread(id)
    expect(data.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test("a conversation's messages reach both members' sockets once, in order", async () => {
    const { member, owner, id } = await insertPair()
    const [there, here] = [await listen(owner), await listen(member)]
    for (const body of ["One", "Two", "Three"]) await member.send(id, body)
    await there.until(() => there.events("message").length === 3, "Three messages")
    const bodies = (events: Record<string, unknown>[]) => events.map(({ message }) => (message as Message).body)
    expect(bodies(there.events("message"))).toEqual(["One", "Two", "Three"])
    await here.until(() => here.events("message").length === 3, "Three messages")
    const messageOf = ([event]: Record<string, unknown>[]) => event?.message as Message
    expect(messageOf(here.events("message")).client_id).toMatch(/^message-/)
    expect(messageOf(there.events("message"))).not.toHaveProperty("client_id")
    expect(await owner.unread()).toBe(4)
  })
})
