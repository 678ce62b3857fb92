import CircleCheck from "lucide-react/icons/circle-check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Info from "lucide-react/icons/info"
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point"
import X from "lucide-react/icons/x"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import {
  MAX_VISIBLE_TOASTS,
  toasts as pageToasts,
  type Toast,
  type ToastColor,
  type ToastStore,
} from "~/browser/toasts"
import { classNames } from "~/lib/class-names"
import { Avatar } from "../avatar"

const icons = { primary: Info, ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, neutral: Info }
const inks: Record<ToastColor, string> = {
  primary: "text-accent-text",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  neutral: "text-ink",
}
const bars: Record<ToastColor, string> = {
  primary: "bg-accent",
  ok: "bg-ok",
  warn: "bg-warn",
  bad: "bg-bad",
  neutral: "bg-ink",
}

/** The duration of a toast's exit: that of `.toast[data-leaving]` in the style sheet. */
const LEAVE_MS = 100
const nothing: readonly Toast[] = []

export type ToastRegionProps = { label: string; closeLabel: string; store?: ToastStore }

/**
 * The place of toasts: at the foot of the window, above everything. One per page, at the end of the body. It is a
 * popover, because only the top layer is above an open dialog.
 */
export function ToastRegion({ label, closeLabel, store = pageToasts }: ToastRegionProps) {
  const all = useSyncExternalStore(store.subscribe, store.getSnapshot, () => nothing)
  const shown = useLeaving(all.slice(-MAX_VISIBLE_TOASTS))
  const ref = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement | null>(null)
  const newest = all.at(-1)?.id

  useEffect(() => {
    const region = ref.current
    if (!region || !newest) return
    if (region.matches(":popover-open") && document.querySelector("dialog:modal")) region.hidePopover()
    if (!region.matches(":popover-open")) region.showPopover()
  }, [newest])

  useEffect(() => {
    const onVisibility = () => (document.hidden ? store.pauseAll("hidden") : store.resumeAll("hidden"))
    onVisibility()
    document.addEventListener("visibilitychange", onVisibility)
    return () => document.removeEventListener("visibilitychange", onVisibility)
  }, [store])

  /** Closes a toast; a focus inside moves to the next one, or back to its origin. */
  function dismiss(id: string, take: (id: string) => void = store.close) {
    const region = ref.current
    const item = region?.querySelector(`[data-toast="${CSS.escape(id)}"]`)
    if (item?.contains(document.activeElement)) {
      const other = region?.querySelector<HTMLElement>(
        `[data-toast]:not([data-toast="${CSS.escape(id)}"], [data-leaving]) button`,
      )
      ;(other ?? cameFrom.current)?.focus()
    }
    take(id)
  }

  useEffect(() => {
    if (!newest) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return
      const focused = document.activeElement?.closest<HTMLElement>("[data-toast]")?.dataset.toast
      // An open dialog or menu takes Esc first.
      const isTaken = document.querySelector("dialog:modal, [popover=auto]:popover-open")
      if (focused || !isTaken) dismiss(focused ?? newest)
    }
    document.addEventListener("keydown", onKeyDown)
    return () => document.removeEventListener("keydown", onKeyDown)
  })

  return (
    <section
      ref={ref}
      aria-label={label}
      popover="manual"
      onFocus={(event) => {
        const from = event.relatedTarget
        if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from
      }}
      className="pointer-events-none fixed inset-auto right-0 bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))] z-[55] m-0 w-full max-w-full overflow-visible bg-transparent p-4 text-ink sm:w-108 sm:p-6"
    >
      <ol className="flex flex-col gap-3">
        {shown.map(({ toast, isLeaving }) => (
          <ToastItem
            key={toast.id}
            toast={toast}
            isLeaving={isLeaving}
            closeLabel={closeLabel}
            store={store}
            onDismiss={() => dismiss(toast.id)}
            onAction={() => dismiss(toast.id, store.remove)}
          />
        ))}
      </ol>
    </section>
  )
}

type ToastItemProps = {
  toast: Toast
  isLeaving: boolean
  closeLabel: string
  store: ToastStore
  onDismiss: () => void
  onAction: () => void
}

function ToastItem({ toast, isLeaving, closeLabel, store, onDismiss, onAction }: ToastItemProps) {
  const { id, color, actions, avatar } = toast
  const Icon = toast.icon ?? icons[color]
  // Screen readers often skip a status that is inserted with its text: the text follows a moment after the box.
  const [hasWords, setHasWords] = useState(false)
  useEffect(() => setHasWords(true), [])
  return (
    <li
      data-toast={id}
      data-leaving={isLeaving || undefined}
      inert={isLeaving ? "" : undefined}
      onPointerEnter={() => store.pause(id, "pointer")}
      onPointerLeave={() => store.resume(id, "pointer")}
      onFocus={() => store.pause(id, "focus")}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) store.resume(id, "focus")
      }}
      className="toast pointer-events-auto relative flex items-center gap-2 overflow-hidden rounded-card border border-line bg-raised py-3.5 pr-2 pl-4 shadow-pop"
    >
      <div className="flex grow items-start gap-3 self-start">
        {avatar ? (
          <Avatar {...avatar} size="md" />
        ) : (
          <span className={classNames("mt-0.5 flex", inks[color])}>
            <Icon className="size-5" />
          </span>
        )}
        <div role="status" className="min-w-0 grow text-ui">
          {hasWords && (
            <>
              <p className="font-semibold">{toast.title}</p>
              {toast.description && <p className="mt-0.5 text-ink2">{toast.description}</p>}
            </>
          )}
        </div>
      </div>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          onClick={() => {
            action.onSelect?.()
            onAction()
          }}
          className="shrink-0 rounded-small px-2 py-1.5 text-ui font-semibold text-accent-text enabled-hover:bg-sunk dark:enabled-hover:bg-line"
        >
          {action.label}
        </button>
      ))}
      <button
        type="button"
        aria-label={closeLabel}
        onClick={onDismiss}
        className="flex size-8 shrink-0 items-center justify-center self-start rounded-full text-ink2 enabled-hover:bg-sunk dark:enabled-hover:bg-line"
      >
        <X className="size-4" />
      </button>
      {toast.timeout > 0 && <TimeBar key={toast.run} toast={toast} />}
    </li>
  )
}

/** A bar as wide as the remaining time. */
function TimeBar({ toast }: { toast: Toast }) {
  const ref = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.style.animationDuration = `${toast.timeout}ms`
  }, [toast.timeout])
  return (
    <span
      ref={ref}
      aria-hidden="true"
      data-paused={toast.isPaused || undefined}
      className={classNames("toast-bar absolute inset-x-0 bottom-0 h-0.5", bars[toast.color])}
    />
  )
}

type Shown = { toast: Toast; isLeaving: boolean }

/** Retains removed toasts for the duration of their exit. */
function useLeaving(current: readonly Toast[]): Shown[] {
  const [previous, setPrevious] = useState<Shown[]>([])
  const isHere = new Set(current.map((toast) => toast.id))
  const gone = previous.filter(({ toast }) => !isHere.has(toast.id))
  const shown = current.map((toast) => ({ toast, isLeaving: false }))
  // In its former place, so that its neighbours do not move before it is gone.
  for (const { toast } of gone)
    shown.splice(
      Math.min(
        previous.findIndex((one) => one.toast.id === toast.id),
        shown.length,
      ),
      0,
      { toast, isLeaving: true },
    )

  const key = shown.map((one) => one.toast.id + one.isLeaving).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the list, which is new at each render
  useEffect(() => {
    setPrevious(shown)
    if (!gone.length) return
    const timer = setTimeout(() => setPrevious(current.map((toast) => ({ toast, isLeaving: false }))), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return shown
}
