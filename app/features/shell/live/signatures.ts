import type { ChannelAuthorizationOptions } from "pusher-js"
import { isStaffChannel } from "~/domain/chat/channel-names"

interface Signature {
  auth: string
}
type Callback = (error: Error | null, signature: Signature | null) => void

/** A signature that takes longer (ms) is requested again with the next attempt. */
const signedWithin = 20_000

/**
 * Authorises the sockets of this tab: the session with which they connect grants a member's own channels, and the server
 * signs for those of the back office. `onFailed` receives the channel and the response's status, null without one;
 * requests made for a socket before `forget` no longer call back.
 */
export function createSignatures(onFailed: (channel: string, status: number | null) => void) {
  let socket = new AbortController()

  async function sign(channel: string, socketId: string, callback: Callback) {
    const { signal } = socket
    const call = new AbortController()
    const abort = () => call.abort()
    signal.addEventListener("abort", abort)
    const timer = setTimeout(abort, signedWithin)
    const response = await fetch("/broadcasting/auth", {
      method: "POST",
      body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
      headers: { Accept: "application/json" },
      signal: call.signal,
    }).catch(() => null)
    clearTimeout(timer)
    const signature = response?.ok ? ((await response.json().catch(() => null)) as Signature | null) : null
    if (signal.aborted) return
    if (signature) return callback(null, signature)
    onFailed(channel, response?.status ?? null)
    callback(new Error(`${channel} was not signed: ${response?.status ?? "no response"}`), null)
  }

  return {
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => {
        if (isStaffChannel(channelName)) void sign(channelName, socketId, callback as Callback)
        else (callback as Callback)(null, { auth: "" })
      },
    } as ChannelAuthorizationOptions,
    forget() {
      socket.abort()
      socket = new AbortController()
    },
  }
}
