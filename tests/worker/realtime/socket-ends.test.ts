import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { sessions } from "~/db/schema"
import { userChannel } from "~/domain/chat/channel-names"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { fetchApp, fetchWith } from "../helpers/app"
import { connect, insertPerson, key, listen } from "../helpers/chat"
import { call, linkIn, receive, takeWoken } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { DAY, db, insertSession, insertStaff, password } from "../helpers/rows"

afterEach(() => void takeWoken())

const tokenOf = (link: string) => link.split("/").at(-1) as string

describe("sockets end", () => {
  test("sockets end with their session, and no others", async () => {
    const member = await insertMember()
    const bearer = { Authorization: `Bearer ${member.session.token}` }
    const [own, other] = [await connect(`/app/${key}`, bearer), await insertMemberSocket(member.user.id)]
    await own.id()
    await other.socket.id()
    const ended = await member.call("DELETE", `/me/sessions/${other.sessionId}`)
    expect(ended.status).toBe(204)
    expect(await other.socket.closing(2_000)).toBe(4100)
    expect(own.closed).toBeNull()
    await member.call("POST", "/auth/logout")
    expect(await own.closing(2_000)).toBe(4100)
  })

  test("sockets of all other sessions end when a member ends those, and not the current one's", async () => {
    const { user, call, session } = await insertMember()
    const own = await connect(`/app/${key}`, { Authorization: `Bearer ${session.token}` })
    const other = await insertMemberSocket(user.id)
    await Promise.all([own.id(), other.socket.id()])
    expect((await call("DELETE", "/me/sessions")).status).toBe(204)
    expect(await other.socket.closing(2_000)).toBe(4100)
    expect(own.closed).toBeNull()
  })

  test("all sockets end when the password is changed, also the current session's", async () => {
    const { user, call, session } = await insertMember()
    const own = await connect(`/app/${key}`, { Authorization: `Bearer ${session.token}` })
    const other = await insertMemberSocket(user.id)
    const stranger = await (await insertPerson()).connect()
    await Promise.all([own.id(), other.socket.id(), stranger.id()])
    const next = { present_password: password, password: "a quite different sentence" }
    expect((await call("POST", "/me/password", next)).status).toBe(200)
    expect(await Promise.all([own.closing(2_000), other.socket.closing(2_000)])).toEqual([4100, 4100])
    expect(stranger.closed).toBeNull()
  })

  test("all sockets end when the password is reset by mail", async () => {
    const { user } = await insertMember()
    const { socket } = await insertMemberSocket(user.id)
    await socket.id()
    await call("/auth/password/forgot", { email: user.email })
    const token = tokenOf(linkIn(await receive(user.email)))
    const reset = await call("/auth/password/reset", { token, password: "a quite different sentence" })
    expect(reset.status).toBe(204)
    expect(await socket.closing(2_000)).toBe(4100)
  })

  test("all sockets but the confirming session's end when the address of the account is changed", async () => {
    const { user, session, call: callAs } = await insertMember()
    const own = await connect(`/app/${key}`, { Authorization: `Bearer ${session.token}` })
    const other = await insertMemberSocket(user.id)
    await Promise.all([own.id(), other.socket.id()])
    const email = `new-${user.email}`
    expect((await callAs("POST", "/me/email", { email })).status).toBe(202)
    const links = [linkIn(await receive(user.email)), linkIn(await receive(email))]
    for (const link of links) await callAs("POST", "/me/email/confirm", { token: tokenOf(link) })
    expect(await other.socket.closing(2_000)).toBe(4100)
    expect(own.closed).toBeNull()
  })

  test("all sockets end when the account is erased", async () => {
    const person = await insertPerson()
    const socket = await listen(person)
    await env.UserChannel.getByName(person.id).erase()
    expect(await socket.closing(2_000)).toBe(4100)
  })

  test("all sockets end when staff sign a member out everywhere, which nobody else may", async () => {
    const [person, stranger] = [await insertPerson(), await insertPerson()]
    const socket = await listen(person)
    const path = `/admin/users/${person.id}/sessions`
    expect((await stranger.call("DELETE", path)).status).toBe(404)
    expect(socket.closed).toBeNull()
    const staff = await insertStaff()
    const { token } = await insertSession({ userId: staff.id, confirmedAt: Date.now() })
    const signOut = (of: string) =>
      fetchApp(`/api/admin/users/${of}/sessions`, { method: "DELETE", headers: { Authorization: `Bearer ${token}` } })
    expect((await signOut(person.id)).status).toBe(204)
    expect(await socket.closing(2_000)).toBe(4100)
    // An invalid token does not even pass the gate.
    expect((await person.call("GET", "/auth/me")).status).toBe(403)
    expect((await stranger.call("GET", "/auth/me")).status).toBe(200)
    expect((await signOut("nobody")).status).toBe(404)
  })

  test.each([
    ["is suspended", ["suspension"]],
    ["is closed by two members of staff", ["closure", "closure"]],
  ])("all sockets end when an account %s, and no other member's", async (_what, actions) => {
    const [person, stranger] = [await insertPerson(), await insertPerson()]
    const sockets = [await listen(person), await listen(person)]
    const other = await listen(stranger)
    for (const name of actions) {
      const staff = await insertStaff()
      const { token } = await insertSession({ userId: staff.id, confirmedAt: Date.now() })
      const body = JSON.stringify({
        reason: "You asked people for money.",
        hours: name === "suspension" ? 24 : undefined,
      })
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
      const response = await fetchApp(`/api/admin/users/${person.id}/${name}`, { method: "POST", headers, body })
      expect(response.status).toBeLessThan(300)
    }
    expect(await Promise.all(sockets.map((socket) => socket.closing(2_000)))).toEqual([4100, 4100])
    expect(other.closed).toBeNull()
  })

  test("a socket ends when its session ends during the authorisation", async () => {
    const person = await insertPerson()
    const socket = await person.connect()
    const id = await socket.id()
    const grant = UserChannel.prototype.grant
    const spy = vi.spyOn(UserChannel.prototype, "grant").mockImplementationOnce(async function (
      this: UserChannel,
      ...granted
    ) {
      await db.delete(sessions).where(eq(sessions.id, person.session.id))
      return grant.apply(this, granted)
    })
    await person.authorize(id, userChannel(person.id))
    expect(await socket.closing(2_000)).toBe(4100)
    spy.mockRestore()
  })

  test("a socket ends when its session expires, unless it was used meanwhile", async () => {
    const [unused, used] = [await insertPerson(), await insertPerson()]
    const setExpiry = ({ session }: typeof used, expiresAt: number) =>
      db.update(sessions).set({ expiresAt }).where(eq(sessions.id, session.id))
    for (const person of [unused, used]) await setExpiry(person, Date.now() + 3_000)
    const [ends, lives] = [await listen(unused), await listen(used)]
    await setExpiry(used, Date.now() + DAY)
    expect(await ends.closing(10_000)).toBe(4100)
    await vi.waitFor(async () => expect(await alarmOf(used.id)).toBeGreaterThan(Date.now() + DAY / 2), 20_000)
    expect(lives.closed).toBeNull()
  })

  test("a socket ends when guarded staff have not used their session for half an hour", async () => {
    const lastUsedAt = Date.now() - 30 * 60_000 + 3_000
    const [idle, busy] = [await insertGuarded(lastUsedAt), await insertGuarded(lastUsedAt)]
    // Signing was a use of both.
    await db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, idle.sessionId))
    expect(await idle.socket.closing(10_000)).toBe(4100)
    await vi.waitFor(async () => expect(await alarmOf(busy.id)).toBeGreaterThan(Date.now() + 20 * 60_000), 20_000)
    expect(busy.socket.closed).toBeNull()
  })

  test("a socket ends twelve hours after guarded staff signed in, however much they use their session", async () => {
    const signedInAt = Date.now() - 12 * 60 * 60_000 + 3_000
    const [old, young] = [await insertGuarded(Date.now(), signedInAt), await insertGuarded(Date.now())]
    expect(await old.socket.closing(10_000)).toBe(4100)
    expect(young.socket.closed).toBeNull()
  })
})

const alarmOf = (userId: string) =>
  runInDurableObject(env.UserChannel.getByName(userId) as unknown as DurableObjectStub, (_, { storage }) =>
    storage.getAlarm(),
  )

/** Inserts staff who last used their session at `lastUsedAt`, with a socket subscribed to their channel. */
async function insertGuarded(lastUsedAt: number, createdAt = lastUsedAt) {
  const { id } = await insertStaff()
  const session = await insertSession({ userId: id, lastUsedAt, createdAt, isStrong: true })
  const headers = { Authorization: `Bearer ${session.token}` }
  const socket = await connect(`/app/${key}`, headers)
  const channel = userChannel(id)
  const body = new URLSearchParams({ socket_id: await socket.id(), channel_name: channel })
  const guarded = { STAFF_SECOND_FACTOR: "required" }
  const response = await fetchWith(guarded, "/broadcasting/auth", { method: "POST", body, headers })
  socket.send({ event: "pusher:subscribe", data: { channel, ...(await response.json<object>()) } })
  await socket.next("pusher_internal:subscription_succeeded")
  return { id, sessionId: session.id, socket }
}

async function insertMemberSocket(userId: string) {
  const session = await insertSession({ userId })
  return {
    sessionId: session.id,
    socket: await connect(`/app/${key}`, { Authorization: `Bearer ${session.token}` }),
  }
}
