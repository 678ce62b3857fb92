import { useEffect, useRef, useState } from "react"
import { ApiProblem, callApi, showProblem } from "~/browser/call-api"
import { withMoved } from "~/domain/media/photos/order"
import { passLifetime } from "~/domain/media/policy"
import type { WorkshopMediaItem } from "~/domain/profiles/editing/schema"
import { useFreshPasses } from "../../profiles/gallery/use-fresh-passes"
import { useLiveEvents } from "../../shell/live/live-context"
import { useRefresh } from "../../shell/live/refresh"

type List = { data: WorkshopMediaItem[] }

/** A change is followed by others: one load shows them all (ms). */
const settleDelay = 300

/**
 * The owner's photos as they were loaded, and as events since then say they are. `move` shows the new order at once and
 * stores it; `onMoved` is called with whether that was possible.
 */
export function useOwnPhotos(loaded: WorkshopMediaItem[], onMoved: (id: string, isMoved: boolean) => void) {
  const [photos, setPhotos] = useState(loaded)
  const shown = useRef(photos)
  /** Counts the local changes: a list that was requested before the last one is older than it. */
  const changes = useRef(0)
  /** How many moves are being stored: a list requested meanwhile may be older than their result. */
  const pending = useRef(0)
  const stored = useRef(Promise.resolve())
  /** The order on the server, as far as it is known. */
  const known = useRef<string[]>([])

  function show(next: WorkshopMediaItem[]): void {
    shown.current = withRunningPasses(next, shown.current)
    setPhotos(shown.current)
  }
  const latest = useRef({ show, onMoved })
  latest.current = { show, onMoved }
  useEffect(() => {
    known.current = loaded.map((one) => one.id)
    latest.current.show(loaded)
  }, [loaded])

  const refresh = useRefresh(async (signal) => {
    const before = changes.current
    const isStoring = pending.current > 0
    const data = photosOf(await callApi<List>(path, { isQuiet: true, signal }))
    if (isStoring) return refresh()
    if (before !== changes.current) return
    known.current = data.map((one) => one.id)
    show(data)
  }, settleDelay)
  useLiveEvents(({ type }) => {
    if (type === "media" || type === "gap") refresh()
  })
  useFreshPasses(photos.find(({ pass }) => pass)?.pass)

  /** Moves a photo to a place in its section. Moves are stored one after the other, each with the versions of the last. */
  function move(id: string, place: number): void {
    changes.current += 1
    pending.current += 1
    show(withMoved(shown.current, id, place))
    const wanted = shown.current.map((one) => one.id)
    stored.current = stored.current
      .then(() => store(id, wanted))
      .finally(() => {
        pending.current -= 1
      })
  }

  async function store(id: string, wanted: string[]): Promise<void> {
    const own = changes.current
    try {
      const data = await putOrder(wanted)
      const fresh = new Map(data.map((one) => [one.id, one]))
      // In the order that is shown: later moves are still on their way.
      const next = own === changes.current ? data : shown.current.map((one) => fresh.get(one.id) ?? one)
      latest.current.show(next)
      latest.current.onMoved(id, true)
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      if (error.code !== "conflict.changed") showProblem(error)
      changes.current += 1
      latest.current.onMoved(id, false)
      if (error.isPassing) latest.current.show(shown.current.toSorted(byPlaceIn(known.current)))
      refresh()
    }
  }

  /** Stores an order. A photo whose state alone changed meanwhile is no conflict: only another order is. */
  async function putOrder(wanted: string[], isRepeated = false): Promise<WorkshopMediaItem[]> {
    const versions = new Map(shown.current.map((one) => [one.id, one.version]))
    const items = wanted.map((id) => ({ id, version: versions.get(id) ?? 1 }))
    try {
      const options = { method: "PUT", json: { items }, isQuiet: true }
      const data = photosOf(await callApi<List>(`${path}/order`, options))
      known.current = data.map((one) => one.id)
      return data
    } catch (error) {
      const isConflict = error instanceof ApiProblem && error.code === "conflict.changed"
      if (!isConflict || isRepeated) throw error
      const data = photosOf(await callApi<List>(path, { isQuiet: true }))
      if (data.map((one) => one.id).join() !== known.current.join()) throw error
      const current = new Map(data.map((one) => [one.id, one]))
      latest.current.show(shown.current.map((one) => current.get(one.id) ?? one))
      return putOrder(wanted, true)
    }
  }

  return { photos, move, refresh }
}

const path = "/api/me/profile/media"
const photosOf = ({ data }: List) => data.filter(({ kind }) => kind === "photo")
const byPlaceIn = (ids: string[]) => (a: WorkshopMediaItem, b: WorkshopMediaItem) =>
  ids.indexOf(a.id) - ids.indexOf(b.id)

/** Retains passes that are not half over: with a new one, the browser would fetch the same picture again. */
function withRunningPasses(next: WorkshopMediaItem[], before: WorkshopMediaItem[]): WorkshopMediaItem[] {
  const passes = new Map(before.map((one) => [one.id, one.pass]))
  return next.map((one) => {
    const old = passes.get(one.id)
    const isRunning = old && one.pass && one.pass.expires_at - old.expires_at < passLifetime / 2
    return isRunning ? { ...one, pass: old } : one
  })
}
