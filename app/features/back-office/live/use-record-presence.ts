import { useNavigation, useRevalidator } from "@remix-run/react"
import { startTransition, useEffect, useRef, useState } from "react"
import type { BackOfficeEvent, Colleague } from "~/domain/back-office/events"
import { editingEvent } from "~/domain/chat/channel-names"
import { useLive } from "~/features/shell/live/live-context"
import { useChannel } from "~/features/shell/live/use-channel"
import { hasTyped, isGone, type TypedText, typedTexts } from "./has-typed"

/** Less than half of what the server waits for before it takes the page for gone (party/user-channel/socket.ts), ms. */
const pingEvery = 8_000

/** A colleague's save. `isShown`: the page has been reloaded with it; otherwise something here is not saved. */
export interface OutsideSave {
  name: string
  /** Epoch ms. */
  at: number
  isShown: boolean
}

/** Who else has the record of a channel open, and what they saved; says to them whether something is typed here. */
export function useRecordPresence(channelName: string | null) {
  const { connection, state } = useLive()
  const [people, setPeople] = useState<Colleague[]>([])
  const [saved, setSaved] = useState<OutsideSave | null>(null)
  const [reloads, setReloads] = useState(0)
  const [lost, setLost] = useState<string[]>([])
  const typed = useRef<TypedText[]>([])
  const isReloading = useRef(false)
  const { revalidate, state: revalidation } = useRevalidator()
  const wasJoined = useRef(false)
  const isEditing = useIsEditing((typing) => channel.current?.trigger(editingEvent, { is_editing: typing }))

  function reload(): void {
    isReloading.current = true
    revalidate()
  }

  const channel = useChannel(channelName, {
    onEvent: (event) => {
      const received = event as unknown as BackOfficeEvent
      if (received.type === "record.people") startTransition(() => setPeople(received.people))
      if (received.type !== "record.saved") return
      const isShown = !isBusy()
      setSaved({ name: received.name, at: received.at, isShown })
      if (isShown) reload()
    },
    onJoined: () => {
      if (isEditing.current) channel.current?.trigger(editingEvent, { is_editing: true })
      // A colleague's saves while the line was down are not known.
      if (wasJoined.current && !isBusy()) reload()
      wasJoined.current = true
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another record has other people
  useEffect(() => {
    setPeople([])
    setSaved(null)
    setLost([])
    wasJoined.current = false
  }, [channelName])

  // Texts typed in a form that the new version does not have any more, such as the decision of a closed report.
  useEffect(() => {
    if (revalidation !== "idle" || typed.current.length === 0) return
    setLost(typed.current.filter(isGone).map(({ text }) => text))
    typed.current = []
  }, [revalidation])

  useEffect(() => {
    if (revalidation !== "idle" || !isReloading.current) return
    isReloading.current = false
    setReloads((count) => count + 1)
  }, [revalidation])

  useEffect(() => {
    if (!connection || channelName === null) return
    const turn = () => {
      // A page in the background is silent and disappears from colleagues' pages: this brings it back.
      if (!document.hidden) channel.current?.trigger(editingEvent, { is_editing: isEditing.current })
    }
    const timer = setInterval(() => !document.hidden && connection.ping(), pingEvery)
    document.addEventListener("visibilitychange", turn)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", turn)
    }
  }, [connection, channelName, channel, isEditing])

  return {
    /** Unknown while the line is down. */
    people: state === "connected" ? people : [],
    saved,
    reloads,
    /** Texts whose form is gone since a reload. */
    lost,
    dismiss: () => setSaved(null),
    dismissLost: () => setLost([]),
    reload: () => {
      typed.current = typedTexts(content())
      setSaved((save) => save && { ...save, isShown: true })
      revalidate()
    },
  }
}

const content = () => document.getElementById("content") ?? document

/** Whether a reload would disturb the reader: something is typed, or about to be. */
function isBusy(): boolean {
  const focused = document.activeElement
  const isInField = focused?.matches("input, textarea, select") === true && content().contains(focused)
  return isInField || hasTyped(content())
}

/** Whether a form of the page has something typed that is not saved; calls back when that changes. */
function useIsEditing(onChange: (isEditing: boolean) => void): { readonly current: boolean } {
  const isEditing = useRef(false)
  const latest = useRef(onChange)
  latest.current = onChange
  const { state } = useNavigation()
  const check = useRef(() => {
    const next = hasTyped(content())
    if (next === isEditing.current) return
    isEditing.current = next
    latest.current(next)
  })
  useEffect(() => {
    const onInput = () => check.current()
    document.addEventListener("input", onInput)
    return () => document.removeEventListener("input", onInput)
  }, [])
  // After a save, the fields hold what is stored.
  useEffect(() => {
    if (state === "idle") check.current()
  }, [state])
  return isEditing
}
