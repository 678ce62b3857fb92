import type { Connection, ConnectionContext, WSMessage } from "partyserver"
import { openDatabase } from "~/db/client.server"
import { type JsonText, trustedJson } from "~/db/statements/json"
import { findRights } from "~/domain/accounts/queries.server"
import { findSessionEnd } from "~/domain/accounts/sessions/queries.server"
import type { BackOfficeEvent } from "~/domain/back-office/events"
import { clientEvents, conversationChannel, eventName } from "~/domain/chat/channel-names"
import { type ChannelName, readChannel } from "~/domain/chat/channels"
import type {
  Attendance,
  Grant,
  Live,
  MemberState,
  ObjectDump,
  Posted,
  PostedMessage,
  Refused,
} from "~/domain/core/ports/chat"
import { maxOf } from "~/domain/core/settings/registry"
import { describeError } from "~/lib/describe-error"
import { backOfficeOf, chatRoomOf } from "../objects"
import { CountedInMemory } from "../rate-limiter/counted-in-memory"
import type { Attempt } from "../rate-limiter/rate-limit"
import { loadChannel } from "./channel-dump"
import { type Delivered, kept, type Logged } from "./channel-log"
import { executeCommand } from "./execute-command"
import { handleFrame, subscriptionError } from "./frame-handler"
import { reportTime } from "./message-reports"
import {
  encodeFrame,
  errorFrame,
  helloFrame,
  type Problem,
  pingFrame,
  pongFrame,
  problems,
  readFrame,
  sessionHeader,
} from "./protocol"
import { SentMessages } from "./sent-messages"
import { currentSettings, realtimeApp } from "./settings"
import * as sockets from "./socket"
import { StoredChannel, scheduleAlarm } from "./stored-channel"
import { TypingPace } from "./typing-pace"

type Socket = Connection<sockets.SocketState>

/** After an alarm that could not do its work, the next one, ms. */
const retryAfter = 60_000
/** While staff have the back office open, their rights are read this often, ms: roles end by themselves, too. */
const rightsReadEvery = 60_000

/**
 * The realtime channel of one member, whose id is its name: the hibernating sockets of all their tabs and devices, the log of events
 * delivered to them, and the inbox of their conversations.
 */
export class UserChannel extends StoredChannel implements Live {
  static override options = { hibernate: true }
  readonly #sent = new SentMessages((since) => this.log.sentSince(since))
  readonly #attempts = new CountedInMemory()
  readonly #typing = new TypingPace()
  /** When the rights of the member of staff were last read, epoch ms. */
  #rightsReadAt = 0

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(pingFrame, pongFrame))
  }

  override async onConnect(socket: Socket, { request }: ConnectionContext): Promise<void> {
    const now = Date.now()
    const own = trustedJson<sockets.OwnSession>(
      request.headers.get(sessionHeader) as JsonText<sockets.OwnSession> | null,
    )
    socket.setState(sockets.newSocket(socket.id, own, now))
    this.#makeRoom(socket)
    await scheduleAlarm(this.ctx.storage, Math.min(now + sockets.idleFor, own?.session.at ?? Number.POSITIVE_INFINITY))
    if (own === null || (await this.#checkSession(socket))) socket.send(helloFrame(socket.id))
  }

  /** Closes a socket whose session has ended since it was looked up, before the socket was tied to it. Returns whether it goes on. */
  async #checkSession(socket: Socket): Promise<boolean> {
    try {
      if ((await this.#findEnd(socket)) === null) this.#close(socket, problems.ended)
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "channel.session_unknown", ...describeError(error) }))
      this.#close(socket, problems.unavailable)
    }
    return socket.readyState === WebSocket.OPEN
  }

  override async onMessage(socket: Socket, message: WSMessage): Promise<void> {
    // Frames that were in flight when we closed still arrive.
    if (socket.readyState !== WebSocket.OPEN) return
    const { next, verdict } = sockets.countFrame(socket.state as sockets.SocketState, Date.now())
    socket.setState(next)
    if (verdict === "close") return this.#close(socket, problems.tooMany)
    if (verdict === "refuse" || !this.#countFrame(next)) return socket.send(errorFrame(problems.tooFast))
    const frame = readFrame(message as string | ArrayBuffer)
    const asksBySession = frame.kind === "subscribe" && frame.auth === "" && next.isOwn
    if (asksBySession && !(await this.#grantOwn(socket, frame.channel))) return
    const here = { userId: this.name, app: realtimeApp(this.env) }
    const current = socket.state as sockets.SocketState
    const { state, replies, command } = handleFrame(current, frame, here)
    if (state !== current) socket.setState(state)
    for (const reply of replies) socket.send(reply)
    if (command?.kind === "attend") return this.#attend(command.channel)
    if (command?.kind === "editing") {
      // The back office asks within ten seconds for changes that are left out here.
      if (this.#typing.take(command.channel, Date.now())) await this.#attend(command.channel)
      return
    }
    if (command?.kind === "typing" && !this.#typing.take(command.conversationId, Date.now())) return
    const post = (id: string, sent: PostedMessage) => this.post(id, sent, Date.now())
    const result = command && (await executeCommand(this.env, this.name, command, { ...this.log.shared(), post }))
    if (result && socket.readyState === WebSocket.OPEN) socket.send(result)
  }

  /**
   * Grants a channel to a socket that connected with its session if it is one of its member's own. Returns false if that cannot be told now,
   * which the client is told, or the socket is closed.
   */
  async #grantOwn(socket: Socket, channel: string): Promise<boolean> {
    try {
      const isTheirs = await this.#isTheirs(readChannel(channel))
      const { state } = socket
      if (socket.readyState !== WebSocket.OPEN || !state?.familyId || !state.session) return false
      const granted = isTheirs && sockets.grant(state, { familyId: state.familyId, session: state.session, channel })
      if (granted) socket.setState(granted)
      return true
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "channel.not_granted", ...describeError(error) }))
      if (socket.readyState === WebSocket.OPEN) socket.send(subscriptionError(channel, problems.unavailable, 503))
      return false
    }
  }

  /** Whether a channel is this member's: their own, and those of conversations that neither a block nor a ban closes. */
  async #isTheirs(name: ChannelName | null): Promise<boolean> {
    if (name?.kind === "user") return name.userId === this.name
    if (name?.kind !== "conversation") return false
    const { conversations } = await this.inbox.open()
    const { conversationId: id } = name
    // A conversation without a message has not come to the inbox.
    const state = conversations.find(id) ?? (await chatRoomOf(this.env, id).stateOf(this.name))
    const current = conversations.find(id) ?? state
    return current !== null && current.otherId !== null && !current.isBlocked
  }

  /** Reports to the back office whether this member of staff is in one of its channels, by any of their sockets. */
  async #attend(channel: string, closed?: Socket): Promise<void> {
    const states = this.#openStates().filter(({ id }) => id !== closed?.id)
    const here = sockets.attendanceOf(states).get(channel)
    const seat = states.find(({ staff, channels }) => staff && channels[channel]?.isOn)?.staff
    await backOfficeOf(this.env)
      .attend(this.name, channel, here && seat ? { ...here, seat } : null)
      .catch((error: unknown) =>
        console.warn(JSON.stringify({ level: "warn", event: "channel.not_attended", ...describeError(error) })),
      )
  }

  /** Sends an event to the sockets in a channel of the back office; returns to how many. Ephemeral: not logged. */
  async relayToStaff(channel: string, event: BackOfficeEvent, now: number): Promise<number> {
    await this.#checkRights(now)
    const present = this.#sockets().filter(
      ({ readyState, state }) => readyState === WebSocket.OPEN && sockets.isOn(state, channel),
    )
    for (const socket of present) socket.send(encodeFrame(eventName, event, channel))
    return present.length
  }

  /** Returns the channels of the back office in which a socket was heard of late. */
  async attendance(now: number): Promise<Record<string, Attendance>> {
    await this.#checkRights(now)
    return Object.fromEntries(sockets.attendanceOf(this.#openStates(now - sockets.presentFor)))
  }

  /** Closes the sockets of staff whose rights are no longer those of the authorization. */
  async #checkRights(now: number): Promise<void> {
    if (now - this.#rightsReadAt < rightsReadEvery) return
    this.#rightsReadAt = now
    const rights = await findRights(openDatabase(this.env.DB, "first-primary").db, this.name, now)
    for (const socket of this.#sockets())
      if (socket.state?.staff && socket.state.staff.rights !== rights) this.#close(socket, problems.ended)
  }

  async leaveBackOffice(): Promise<void> {
    for (const socket of this.#sockets()) if (socket.state?.staff) this.#close(socket, problems.ended)
  }

  /** Counts a frame against the limit of the member's own sockets; returns whether it may pass. Unauthenticated sockets are exempt. */
  #countFrame({ session }: sockets.SocketState): boolean {
    if (session === null) return true
    const { max, window } = sockets.memberFrameRate
    return this.#attempts.take("frame", { max, window, now: Date.now(), count: true }) === 0
  }

  async take(name: string, attempt: Attempt & { count: boolean }): Promise<number> {
    return this.#attempts.take(name, attempt)
  }

  async post(conversationId: string, message: PostedMessage, now: number): Promise<Posted | Refused> {
    const pause = this.#sent.take(now, maxOf(currentSettings(this.env), "chat.send"))
    // If this throws, the message may have been stored, so it remains counted.
    const posted = await chatRoomOf(this.env, conversationId).post(this.name, message, now, pause)
    const isStored = "isNew" in posted && posted.isNew
    if (pause === 0 && !isStored) this.#sent.giveBack(now)
    // A copy: returning another object's RPC result as it is keeps this object awake (Workers RPC, "lifecycle").
    return structuredClone(posted)
  }

  /** Relays typing to all sockets, unless the member has muted the conversation. Ephemeral: not logged. */
  async relayTyping(conversationId: string, userId: string): Promise<void> {
    const { conversations } = await this.inbox.open()
    if (conversations.find(conversationId)?.mutedAt !== null) return
    const channel = conversationChannel(conversationId)
    for (const socket of this.#sockets()) {
      if (sockets.isOn(socket.state, channel))
        socket.send(encodeFrame(clientEvents.typing, { user_id: userId }, channel))
      this.#sendTo(socket, { type: "typing", conversation_id: conversationId, user_id: userId })
    }
  }

  /** Logs and broadcasts a room's events, each once, and keeps its state in the inbox. Throws if it could not: the room repeats the call. */
  async deliver(events: Delivered[], state: MemberState, now: number): Promise<void> {
    const added = this.log.add(events, now)
    this.#broadcast(added)
    const isReported = events.some(({ isOwn }) => isOwn)
    const dueAt = await this.inbox.take(state, now)
    const times = [
      now + kept.for,
      ...(dueAt === null ? [] : [dueAt]),
      ...(isReported ? [reportTime(this.name, now)] : []),
    ]
    if (added.length > 0 || dueAt !== null) await scheduleAlarm(this.ctx.storage, Math.min(...times))
  }

  async publish(type: string, payload: Record<string, unknown>, now: number): Promise<number> {
    const logged = this.log.publish(type, payload, now)
    this.#broadcast([logged])
    await scheduleAlarm(this.ctx.storage, now + kept.for)
    return logged.seq
  }

  #broadcast(events: Logged[]): void {
    const all = this.#sockets()
    for (const { seq, type, payload } of events)
      for (const socket of all) this.#sendTo(socket, { seq, type, ...payload })
  }

  #sendTo(socket: Socket, data: Record<string, unknown>): void {
    const channel = sockets.deliveryChannel(socket.state, this.name)
    if (channel) socket.send(encodeFrame(eventName, data, channel))
  }

  async grant(socketId: string, grant: Grant): Promise<boolean> {
    const socket = this.getConnection<sockets.SocketState>(socketId)
    if (!socket?.state) return true
    const next = sockets.grant(socket.state, grant)
    if (next === null) return false
    const isProven = sockets.isStranger(socket.state)
    socket.setState(next)
    if (isProven) this.#makeRoom(socket)
    await scheduleAlarm(this.ctx.storage, grant.session.at)
    // The session may have ended between its lookup and this grant, when this socket was not yet tied to it.
    if ((await this.#findEnd(socket)) === null) this.#close(socket, problems.ended)
    return true
  }

  async endSockets({ of, but }: { of?: string; but?: string }): Promise<void> {
    for (const socket of this.#sockets()) {
      const familyId = socket.state?.familyId
      if ((of === undefined || familyId === of) && (but === undefined || familyId !== but))
        this.#close(socket, problems.ended)
    }
  }

  async leave(channel: string): Promise<void> {
    for (const socket of this.#sockets()) {
      if (channel in (socket.state?.channels ?? {})) this.#close(socket, problems.ended)
    }
  }

  async load(dump: ObjectDump): Promise<void> {
    loadChannel(this.ctx.storage.sql, dump)
    this.closeStorage()
    await scheduleAlarm(this.ctx.storage, Date.now() + retryAfter)
  }

  async erase(): Promise<void> {
    await this.endSockets({})
    this.closeStorage()
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  override async onAlarm(): Promise<void> {
    const now = Date.now()
    // First of all: whatever fails below, and however often, the object is asked again.
    await this.ctx.storage.setAlarm(now + retryAfter)
    for (const socket of this.#sockets()) {
      if (socket.state && sockets.isIdle(socket.state, now)) this.#close(socket, problems.idle)
    }
    const areChecked = await this.#endExpired(now)
    if (this.isStored()) {
      this.log.prune(this.log.lastSeq(), now)
      if (!(await this.runDue(now))) return
    }
    if (!areChecked) return
    // Read last, as whatever came meanwhile relied on the alarm of above.
    const dueAt = this.isStored() ? await this.dueTimes(now) : []
    const checks = this.#sockets().flatMap(({ state }) => (state ? [sockets.nextCheckAt(state, now)] : []))
    const next = Math.min(...checks, ...dueAt)
    if (Number.isFinite(next)) return this.ctx.storage.setAlarm(next)
    await this.ctx.storage.deleteAlarm()
    // Anyone can connect to the object of any id, even without such a member: an empty object remains empty.
    if (!this.isStored()) await this.ctx.storage.deleteAll()
  }

  /**
   * Closes sockets whose session has ended. Looks each session up again, since use extends it; one that cannot be looked up for long is
   * taken as ended. Returns false if one is to be looked up again.
   */
  async #endExpired(now: number): Promise<boolean> {
    let areChecked = true
    for (const socket of this.#sockets()) {
      if (!socket.state || !sockets.isExpired(socket.state, now)) continue
      let at: number | null
      try {
        at = await this.#findEnd(socket)
      } catch (error) {
        console.warn(JSON.stringify({ level: "warn", event: "channel.session_unknown", ...describeError(error) }))
        if (sockets.isLongExpired(socket.state, now)) this.#close(socket, problems.ended)
        else areChecked = false
        continue
      }
      if (socket.readyState !== WebSocket.OPEN || !socket.state?.session) continue
      if (at === null || at <= now) this.#close(socket, problems.ended)
      else socket.setState({ ...socket.state, session: { ...socket.state.session, at } })
    }
    return areChecked
  }

  /** Returns when an authorized socket's session ends, epoch ms; null if it has ended. */
  async #findEnd({ state }: Socket): Promise<number | null> {
    if (!state?.session || !state.familyId) return null
    const { familyId, session } = state
    const { db } = openDatabase(this.env.DB, "first-primary")
    const end = await findSessionEnd(db, { userId: this.name, familyId, idleLimit: session.idleLimit })
    // Sockets from before a deployment may have no `latest`.
    return end === null ? null : Math.min(end, session.latest ?? end)
  }

  override onError(): void {}

  /** partyserver does not reply to a close without a code, which most clients send: they would wait for seconds. */
  override async onClose(socket: Socket, code: number): Promise<void> {
    if (code === 1005) socket.close(1000)
    const left = socket.state ? [...sockets.attendanceOf([socket.state]).keys()] : []
    for (const channel of left) await this.#attend(channel, socket)
  }

  #sockets(): Socket[] {
    return [...this.getConnections<sockets.SocketState>()]
  }

  /** Returns the states of open sockets that were heard since `since` (epoch ms), pings included. */
  #openStates(since = 0): sockets.SocketState[] {
    return this.#sockets().flatMap((socket) => {
      if (!socket.state || socket.readyState !== WebSocket.OPEN) return []
      return this.#heardAt(socket, socket.state) >= since ? [socket.state] : []
    })
  }

  #heardAt(socket: Socket, { heardAt }: sockets.SocketState): number {
    return Math.max(heardAt, this.ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? 0)
  }

  /** Closes a socket in favour of `newcomer` if the limit is reached. */
  #makeRoom(newcomer: Socket): void {
    const seats = this.#sockets().flatMap((socket) => {
      if (!socket.state || socket.id === newcomer.id) return []
      return [{ socket, state: socket.state, heardAt: this.#heardAt(socket, socket.state) }]
    })
    const leaving = newcomer.state && sockets.giveWay(newcomer.state, seats)
    if (leaving) this.#close(leaving, problems.displaced)
  }

  #close(socket: Socket, problem: Problem): void {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(errorFrame(problem))
    socket.close(problem.code, problem.message)
  }
}
