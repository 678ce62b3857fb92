import type { Connection, WSMessage } from "partyserver"
import { UserChannel as Channel } from "../../party/user-channel/user-channel"
import worker from "../../worker/index"

export * from "../../worker/index"

/** Since the Worker started: the number of member objects created, and of messages that reached one. */
const counts = { made: 0, messages: 0 }

export class UserChannel extends Channel {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    counts.made += 1
  }

  override onMessage(socket: Connection, message: WSMessage): Promise<void> {
    counts.messages += 1
    return super.onMessage(socket as never, message)
  }
}

/** The deployed Worker with a path that returns its counts. All objects of a class share the memory of their module. */
export default {
  ...worker,
  fetch: (...args: Parameters<typeof worker.fetch>) =>
    new URL(args[0].url).pathname === "/counts" ? Response.json(counts) : worker.fetch(...args),
}
