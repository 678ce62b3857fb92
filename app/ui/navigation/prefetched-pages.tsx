import { PrefetchPageLinks, useLocation } from "@remix-run/react"
import {
  type FocusEvent,
  type PointerEvent,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react"
import { createPortal } from "react-dom"
import { createPrefetchQueue, mayPrefetch } from "~/browser/loading/prefetch"

type IntentEvent = FocusEvent<HTMLAnchorElement> | PointerEvent<HTMLAnchorElement> | TouchEvent<HTMLAnchorElement>
type Slot = { page: string; free: () => void }

const intentMs = 100
const slotMs = 10_000

/** Remix's prefetch="intent" has no limit; this one shares its slots among all links of the document. */
const queue = createPrefetchQueue({ limit: 4 })
/** Ends the wait of a link that is hovered or focused. */
const waits = new WeakMap<HTMLAnchorElement, () => void>()
let slots: readonly Slot[] = []
const noSlots: readonly Slot[] = []
const listeners = new Set<() => void>()

/** Prefetches a link's page unless `cancelPrefetch` is called within 100 ms. */
export const prefetchSoon = (event: IntentEvent) => prefetch(event, intentMs)

export const prefetchNow = (event: IntentEvent) => prefetch(event, 0)

export function cancelPrefetch({ currentTarget: link }: IntentEvent): void {
  waits.get(link)?.()
  waits.delete(link)
}

function prefetch(event: IntentEvent, delay: number): void {
  cancelPrefetch(event)
  const { currentTarget: link } = event
  const { href, target, pathname, search } = link
  const download = link.hasAttribute("download")
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const modified = isModified(event)
  if (!mayPrefetch({ connection, link: { href, origin: location.origin, target, download, modified } })) return

  const page = pathname + search
  const timer = setTimeout(() => {
    // A link that left the page had no event to cancel it.
    if (link.isConnected)
      waits.set(
        link,
        queue.add(page, () => fill(page)),
      )
  }, delay)
  waits.set(link, () => clearTimeout(timer))
}

function isModified(event: IntentEvent): boolean {
  return "ctrlKey" in event && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
}

/** Shows the links of a page until they have loaded. */
function fill(page: string): Promise<void> {
  return new Promise<void>((free) => {
    setSlots([...slots, { page, free }])
    setTimeout(free, slotMs)
  })
}

function setSlots(next: readonly Slot[]): void {
  slots = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Prefetches pages for all links of the document. Those of one page are not wanted on the next. */
export function PrefetchedPages() {
  return <PageSlots key={useLocation().key} />
}

function PageSlots() {
  const shown = useSyncExternalStore(
    subscribe,
    () => slots,
    () => noSlots,
  )
  useEffect(() => () => setSlots(noSlots), [])
  return shown.map((slot) => <PrefetchSlot key={slot.page} {...slot} />)
}

/**
 * Frees its slot when every link has loaded or failed; browsers without prefetch never report it, hence the ten
 * seconds.
 */
function PrefetchSlot({ page, free }: Slot) {
  const left = useRef(0)

  // Before the browser can report the load of a link: a module it already has is there at once.
  useLayoutEffect(() => {
    left.current = document.querySelectorAll(`link[data-prefetch="${CSS.escape(page)}"]`).length
    if (left.current === 0) remove(page)
    return free
  }, [page, free])

  const settle = () => --left.current === 0 && remove(page)
  const linkProps = { "data-prefetch": page, onLoad: settle, onError: settle }
  // In <head>, so that no :last-child or gap around the <a> moves while it is hovered.
  return createPortal(<PrefetchPageLinks page={page} {...linkProps} />, document.head)
}

function remove(page: string): void {
  setSlots(slots.filter((slot) => slot.page !== page))
}
