import { afterEach, expect, test, vi } from "vitest"
import { ChatRoom } from "../../../party/chat-room/chat-room"
import { RateLimiter } from "../../../party/rate-limiter/rate-limiter"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { fetchApp, json } from "../helpers/app"
import { insertPair } from "../helpers/chat"
import { takeLog } from "../helpers/log"

const lost = () => Promise.reject(new Error("Network connection lost."))

afterEach(() => {
  vi.restoreAllMocks()
  takeLog("request.failed")
})

test("the reads of a conversation and of the list are asked again when an object is moved meanwhile", async () => {
  const { member, id } = await insertPair()
  const history = vi.spyOn(ChatRoom.prototype, "history").mockImplementationOnce(lost)
  const list = vi.spyOn(UserChannel.prototype, "listConversations").mockImplementationOnce(lost)
  expect((await member.thread(id)).data).toHaveLength(1)
  expect(await member.conversations()).toHaveLength(1)
  expect(history).toHaveBeenCalledTimes(2)
  expect(list).toHaveBeenCalledTimes(2)
})

test("an attempt is counted again when its limiter is moved meanwhile, and is not refused for it", async () => {
  const take = vi.spyOn(RateLimiter.prototype, "take").mockImplementationOnce(lost)
  const response = await fetchApp("/api/auth/login", json({ email: "nobody@example.org", password: "a wrong one" }))
  expect(response.status).toBe(401)
  expect(take.mock.calls.length).toBeGreaterThan(1)
})

test("a second loss, and any other error, is reported", async () => {
  const { member, id } = await insertPair()
  const history = vi.spyOn(ChatRoom.prototype, "history").mockImplementation(lost)
  expect((await member.call("GET", `/conversations/${id}/messages`)).status).toBe(503)
  expect(history).toHaveBeenCalledTimes(2)
  history.mockClear().mockImplementation(() => Promise.reject(new Error("out of order")))
  expect((await member.call("GET", `/conversations/${id}/messages`)).status).toBe(503)
  expect(history).toHaveBeenCalledTimes(1)
})

test("a write is not repeated by the Worker: its sender does that, with its id", async () => {
  const { member, id } = await insertPair()
  const edit = vi.spyOn(ChatRoom.prototype, "edit").mockImplementationOnce(lost)
  const response = await member.call("PATCH", `/conversations/${id}/messages/1`, { body: "In other words" })
  expect(response.status).toBeGreaterThanOrEqual(500)
  expect(edit).toHaveBeenCalledTimes(1)
})
