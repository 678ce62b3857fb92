import { env } from "cloudflare:workers"
import { afterEach, describe, expect, type MockInstance, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { listConversations } from "~/domain/chat/conversations.server"
import type { Ctx } from "~/domain/core/context"
import type { Live } from "~/domain/core/ports/chat"
import { ChatRoom } from "../../../party/chat-room/chat-room"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { createCtx } from "../../../worker/context"
import { fetchApp, fr, signedIn } from "../helpers/app"
import { insertPair } from "../helpers/chat"
import { takeLog } from "../helpers/log"
import { headingOf } from "../helpers/page"

const broken: MockInstance[] = []

function mend(): void {
  for (const spy of broken.splice(0)) spy.mockRestore()
}

afterEach(() => {
  mend()
  vi.useRealTimers()
  takeLog("chat.unreachable")
  takeLog("inbox.not_counted")
  takeLog("inbox.not_listed")
  takeLog("request.failed")
})

const outOfReach = () => Promise.reject(new Error("out of reach"))

/** Makes all that pages ask a member's channel fail. */
function breakChannels(): void {
  const reads = [
    "countUnread",
    "listConversations",
    "findConversations",
    "findOpened",
    "listNotifications",
    "findNotification",
  ] as const
  for (const name of reads) broken.push(vi.spyOn(UserChannel.prototype, name).mockImplementation(outOfReach))
}

function breakRooms(): void {
  broken.push(vi.spyOn(ChatRoom.prototype, "history").mockImplementation(outOfReach))
}

const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"))

describe("a page whose member's conversations are out of reach", () => {
  test.each([
    ["the list of conversations", "/profile/chat", breakChannels],
    ["a search among them", "/profile/chat?q=ann", breakChannels],
    ["a conversation", "/profile/chat/ID", breakChannels],
    ["a conversation whose room is down", "/profile/chat/ID", breakRooms],
    ["the notifications", "/profile/notifications", breakChannels],
  ])("%s: it says so with 503 in the site's frame, and offers to try again", async (_, pattern, breakDown) => {
    const { member, id } = await insertPair()
    const path = pattern.replace("ID", id)
    const signed = await signedIn(member.user)
    breakDown()
    const response = await fetchApp(path, signed)
    const html = await response.text()
    expect(response.status).toBe(503)
    expect(response.headers.get("Retry-After")).toBe("5")
    expect(headingOf(html)).toBe("We can’t reach your conversations just now.")
    expect(mainOf(html)).toMatch(new RegExp(`href="${path.replace("?", "\\?")}"[^>]*>(<[^>]+>)*Try again`))
    expect(html).toContain("<title>Temporarily unavailable")
    expect(html).toContain('href="/profile/favorites"')
    expect(takeLog("chat.unreachable").length).toBeGreaterThan(0)
  })

  test("the sentence is in its reader's language", async () => {
    const { member } = await insertPair()
    const signed = await signedIn(member.user)
    breakChannels()
    const html = await (await fetchApp(`${fr}/profile/chat`, signed)).text()
    expect(headingOf(html)).toBe("Vos conversations ne sont pas accessibles pour le moment.")
    expect(mainOf(html)).toContain("Réessayer")
  })

  test("the list comes once they are within reach again", async () => {
    const { member, owner, id } = await insertPair()
    const signed = await signedIn(member.user)
    breakChannels()
    expect((await fetchApp("/profile/chat", signed)).status).toBe(503)
    mend()
    const response = await fetchApp("/profile/chat", signed)
    expect(response.status).toBe(200)
    const html = await response.text()
    expect(html).toContain(`/profile/chat/${id}`)
    expect(html).toContain(owner.profile.name)
  })

  test.each(["/profile", "/escorts", "/profile/settings", "/profile/favorites", "/profile/settings/messages"])(
    "%s comes without the number of unread messages",
    async (path) => {
      const { member } = await insertPair()
      const signed = await signedIn(member.user)
      breakChannels()
      expect((await fetchApp(path, signed)).status).toBe(200)
    },
  )
})

test.each(["/conversations", "/conversations/ID", "/notifications"])(
  "GET /api%s fails with chat.unreachable while the channel is down",
  async (path) => {
    const { member, id } = await insertPair()
    breakChannels()
    const response = await member.call("GET", path.replace("ID", id))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: "chat.unreachable" })
  },
)

test("a list whose channel does not respond is given up after five seconds", async () => {
  const { member } = await insertPair()
  const ctx: Ctx = {
    ...createCtx(env, openDatabase(env.DB, null).db, () => {}),
    actor: { kind: "session", user: { id: member.id } } as unknown as Ctx["actor"],
    live: () => ({ listConversations: () => new Promise(() => {}) }) as unknown as Live,
  }
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const refused = expect(listConversations(ctx, {})).rejects.toMatchObject({ code: "chat.unreachable" })
  await vi.advanceTimersByTimeAsync(5_000)
  await refused
})
