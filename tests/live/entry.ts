import { env as settings } from "cloudflare:workers"
import type { MemberState } from "~/domain/core/ports/chat"
import type { Delivered } from "../../party/user-channel/channel-log"
import { UserChannel as Sound } from "../../party/user-channel/user-channel"
import worker from "../../worker/index"
import { roomWith } from "./faults"

export * from "../../worker/index"

const fault = (settings as { _FAULT?: string })._FAULT

export const ChatRoom = roomWith(fault)

/** A channel that can be unreachable for rooms, as its machine may be, while its member's sockets go on. */
export class UserChannel extends Sound {
  #isBackAt = 0

  async cutOff(milliseconds: number): Promise<void> {
    this.#isBackAt = Date.now() + milliseconds
  }

  override async deliver(events: Delivered[], state: MemberState, now: number): Promise<void> {
    if (Date.now() < this.#isBackAt) throw new Error("out of reach")
    // Delivers events, and of the states for the inbox the first alone.
    return super.deliver(events, fault === "forgets-the-inbox" ? { ...state, version: 1 } : state, now)
  }
}

/** The Worker, and `/cut-off?user=…&ms=…` beside it. */
export default {
  ...worker,
  async fetch(request: Parameters<typeof worker.fetch>[0], env: Env, execution: ExecutionContext) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== "/cut-off") return worker.fetch(request, env, execution)
    const channel = env.UserChannel.getByName(searchParams.get("user") ?? "") as unknown as UserChannel
    await channel.cutOff(Number(searchParams.get("ms")))
    return new Response()
  },
}
