import { Link, type LinkProps, PrefetchPageLinks } from "@remix-run/react"
import {
  type FocusEvent,
  forwardRef,
  type PointerEvent,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react"
import { createPortal } from "react-dom"
import { createPrefetchQueue, mayPrefetch } from "~/browser/prefetch"

type IntentEvent = FocusEvent<HTMLAnchorElement> | PointerEvent<HTMLAnchorElement> | TouchEvent<HTMLAnchorElement>
type Handlers = "onPointerEnter" | "onPointerLeave" | "onFocus" | "onBlur" | "onTouchStart"
type Slot = { page: string; free: () => void }

const intentMs = 100
const slotMs = 10_000

/** Remix's prefetch="intent" has no limit; this one shares its slots among all links of the document. */
const queue = createPrefetchQueue({ limit: 4 })

/**
 * Remix's Link, whose page is prefetched once it is hovered or focused for 100 ms, or touched; not with
 * `prefetch="none"`.
 */
export const AppLink = forwardRef<HTMLAnchorElement, LinkProps>(function AppLink(props, ref) {
  const { handlers, links } = usePrefetch(props)
  return (
    <>
      <Link {...props} {...handlers} ref={ref} prefetch="none" />
      {links}
    </>
  )
})

/** The parts of AppLink, for other kinds of link: handlers for the <a>, and the links to render beside it. */
function usePrefetch(props: Pick<LinkProps, Handlers | "reloadDocument" | "prefetch">) {
  const [slot, setSlot] = useState<Slot | null>(null)
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  function intend(event: IntentEvent, delay: number) {
    cancel.current()
    if (props.prefetch === "none") return
    const { href, target, pathname, search } = event.currentTarget
    const download = event.currentTarget.hasAttribute("download")
    const modified = props.reloadDocument || isModified(event)
    const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
    if (!mayPrefetch({ connection, link: { href, origin: location.origin, target, download, modified } })) return

    const page = pathname + search
    const timer = setTimeout(() => {
      cancel.current = queue.add(page, () => {
        return new Promise<void>((free) => {
          setSlot({ page, free })
          setTimeout(free, slotMs)
        })
      })
    }, delay)
    cancel.current = () => clearTimeout(timer)
  }

  const handlers = {
    onPointerEnter: both(props.onPointerEnter, (event) => intend(event, intentMs)),
    onPointerLeave: both(props.onPointerLeave, () => cancel.current()),
    onFocus: both(props.onFocus, (event) => intend(event, intentMs)),
    onBlur: both(props.onBlur, () => cancel.current()),
    onTouchStart: both(props.onTouchStart, (event) => intend(event, 0)),
  }
  return { handlers, links: slot && <PrefetchSlot key={slot.page} {...slot} onDone={setSlot} /> }
}

/**
 * Frees its slot when every link has loaded or failed; browsers without prefetch never report it, hence the ten
 * seconds.
 */
function PrefetchSlot({ page, free, onDone }: Slot & { onDone: (slot: null) => void }) {
  const left = useRef(0)

  // Before the browser can report the load of a link: a module it already has is there at once.
  useLayoutEffect(() => {
    left.current = document.querySelectorAll(`link[data-prefetch="${CSS.escape(page)}"]`).length
    if (left.current === 0) onDone(null)
    return free
  }, [page, free, onDone])

  const settle = () => --left.current === 0 && onDone(null)
  const linkProps = { "data-prefetch": page, onLoad: settle, onError: settle }
  // In <head>, so that no :last-child or gap around the <a> moves while it is hovered.
  return createPortal(<PrefetchPageLinks page={page} {...linkProps} />, document.head)
}

function both<Event>(theirs: ((event: Event) => void) | undefined, ours: (event: Event) => void) {
  return (event: Event) => {
    theirs?.(event)
    ours(event)
  }
}

function isModified(event: IntentEvent): boolean {
  return "ctrlKey" in event && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
}
