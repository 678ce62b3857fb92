import type { ChannelAuthorizationOptions, UserAuthenticationOptions } from "pusher-js"

interface Signature {
  auth: string
  channel_data?: string
  user_data: string
}
type Callback = (error: Error | null, signature: Signature | null) => void

/** A signature that takes longer (ms) is requested again with the next attempt. */
const signedWithin = 20_000

/**
 * Asks the server to sign for the sockets of this tab. `onFailed` receives the channel (null: signing in) and the
 * response's status, null without one; requests made for a socket before `forget` no longer call back.
 */
export function createSignatures(onFailed: (channel: string | null, status: number | null) => void) {
  let socket = new AbortController()

  async function sign(path: string, channel: string | null, form: Record<string, string>, callback: Callback) {
    const { signal } = socket
    const call = new AbortController()
    const abort = () => call.abort()
    signal.addEventListener("abort", abort)
    const timer = setTimeout(abort, signedWithin)
    const response = await fetch(path, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { Accept: "application/json" },
      signal: call.signal,
    }).catch(() => null)
    clearTimeout(timer)
    const signature = response?.ok ? ((await response.json().catch(() => null)) as Signature | null) : null
    if (signal.aborted) return
    if (signature) return callback(null, signature)
    onFailed(channel, response?.status ?? null)
    callback(new Error(`${path} responded with ${response?.status ?? "no response"}`), null)
  }

  return {
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, callback) => {
        const form = { socket_id: socketId, channel_name: channelName }
        void sign("/broadcasting/auth", channelName, form, callback as Callback)
      },
    } as ChannelAuthorizationOptions,
    userAuthentication: {
      customHandler: ({ socketId }, callback) => {
        void sign("/broadcasting/user-auth", null, { socket_id: socketId }, callback as Callback)
      },
    } as UserAuthenticationOptions,
    forget() {
      socket.abort()
      socket = new AbortController()
    },
  }
}
