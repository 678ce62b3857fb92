import type { ComponentType, ReactNode } from "react"
import { toastEvent } from "./toast-event"

export type ToastColor = "primary" | "ok" | "warn" | "bad" | "neutral"

type ToastAction = { label: string; onSelect?: () => void }

export type ToastOptions = {
  /** Prevents duplicates: while a toast with this id exists, adding it again does nothing. */
  id?: string
  title: ReactNode
  description?: ReactNode
  icon?: ComponentType<{ className?: string }>
  avatar?: { src?: string; alt?: string; text?: string }
  /** Milliseconds; 0 means until it is closed. */
  timeout?: number
  actions?: readonly ToastAction[]
  color?: ToastColor
  /** Called when the time is up or the reader closes it, not when an action does. */
  onClose?: () => void
}

export type Toast = Omit<ToastOptions, "id"> & {
  id: string
  timeout: number
  actions: readonly ToastAction[]
  color: ToastColor
  isPaused: boolean
  /** Counts the restarts of the timer, so that the bar starts over with it. */
  run: number
}

/** Time, passed in: `after` calls back once and returns a function that cancels it. */
export type Clock = { now: () => number; after: (ms: number, callback: () => void) => () => void }

const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

export const TOAST_TIMEOUT_MS = 5000
export const MAX_VISIBLE_TOASTS = 5

type Timer = { remaining: number; startedAt: number; cancel?: () => void }

export type ToastStore = ReturnType<typeof createToasts>

/**
 * The toasts of a page, oldest first. Only the five newest are shown; the older ones wait, with their timers paused,
 * until there is room, so that none is lost and the newest is always visible.
 */
export function createToasts(clock: Clock = systemClock) {
  let toasts: readonly Toast[] = []
  let lastId = 0
  const timers = new Map<string, Timer>()
  const holds = new Map<string, Set<string>>()
  const holdsOnAll = new Set<string>()
  const listeners = new Set<() => void>()

  function settle(next: readonly Toast[]) {
    const firstVisible = next.length - MAX_VISIBLE_TOASTS
    toasts = next.map((toast, index) => {
      const isPaused = index < firstVisible || holdsOnAll.size > 0 || Boolean(holds.get(toast.id)?.size)
      setRunning(toast, !isPaused)
      return toast.isPaused === isPaused ? toast : { ...toast, isPaused }
    })
    for (const listener of listeners) listener()
  }

  function setRunning(toast: Toast, isRunning: boolean) {
    if (toast.timeout === 0) return
    const timer = timers.get(toast.id) ?? { remaining: toast.timeout, startedAt: 0 }
    timers.set(toast.id, timer)
    if (isRunning && !timer.cancel) {
      timer.startedAt = clock.now()
      timer.cancel = clock.after(timer.remaining, () => close(toast.id))
    } else if (!isRunning && timer.cancel) {
      timer.cancel()
      timer.cancel = undefined
      timer.remaining = Math.max(0, timer.remaining - (clock.now() - timer.startedAt))
    }
  }

  function stopTimer(id: string) {
    timers.get(id)?.cancel?.()
    timers.delete(id)
  }

  /** Shows a toast and returns its id: the time in milliseconds, increased where two would share one. */
  function add({ id, timeout = TOAST_TIMEOUT_MS, actions = [], color = "primary", ...rest }: ToastOptions): string {
    if (id !== undefined && toasts.some((toast) => toast.id === id)) return id
    if (id === undefined) {
      lastId = Math.max(clock.now(), lastId + 1)
      while (toasts.some((toast) => toast.id === String(lastId))) lastId += 1
    }
    const ownId = id ?? String(lastId)
    settle([...toasts, { ...rest, id: ownId, timeout, actions, color, isPaused: false, run: 0 }])
    return ownId
  }

  const has = (id: string) => toasts.some((toast) => toast.id === id)

  /** Adds a toast, or changes the one with this id and restarts its timer. */
  function put({ id, timeout = TOAST_TIMEOUT_MS, ...rest }: ToastOptions & { id: string }): void {
    if (has(id)) update(id, { ...rest, timeout })
    else add({ id, timeout, ...rest })
  }

  /** Removes a toast without calling `onClose`. */
  function remove(id: string) {
    if (!toasts.some((toast) => toast.id === id)) return
    stopTimer(id)
    holds.delete(id)
    settle(toasts.filter((toast) => toast.id !== id))
  }

  /** Removes a toast and calls `onClose`: the time is up, or the reader closed it. */
  function close(id: string) {
    const toast = toasts.find((one) => one.id === id)
    remove(id)
    toast?.onClose?.()
  }

  /** Changes a toast in place. A timeout in the patch, even an equal one, restarts the timer. */
  function update(id: string, patch: Partial<Omit<ToastOptions, "id">>) {
    const restarts = patch.timeout !== undefined
    if (restarts) stopTimer(id)
    settle(
      toasts.map((toast) => (toast.id === id ? { ...toast, ...patch, run: toast.run + (restarts ? 1 : 0) } : toast)),
    )
  }

  function clear() {
    for (const id of timers.keys()) timers.get(id)?.cancel?.()
    timers.clear()
    holds.clear()
    settle([])
  }

  /** Pauses the timer of one toast for a reason ("pointer", "focus"); it resumes when every reason is gone. */
  function pause(id: string, reason: string) {
    if (!toasts.some((toast) => toast.id === id)) return
    holds.set(id, (holds.get(id) ?? new Set()).add(reason))
    settle(toasts)
  }

  function resume(id: string, reason: string) {
    if (holds.get(id)?.delete(reason)) settle(toasts)
  }

  function pauseAll(reason: string) {
    holdsOnAll.add(reason)
    settle(toasts)
  }

  function resumeAll(reason: string) {
    if (holdsOnAll.delete(reason)) settle(toasts)
  }

  /** Milliseconds left, or undefined without a timeout. */
  function timeLeft(id: string): number | undefined {
    const timer = timers.get(id)
    return timer && timer.remaining - (timer.cancel ? clock.now() - timer.startedAt : 0)
  }

  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  const getSnapshot = () => toasts

  return {
    add,
    put,
    has,
    remove,
    update,
    clear,
    close,
    pause,
    resume,
    pauseAll,
    resumeAll,
    timeLeft,
    subscribe,
    getSnapshot,
  }
}

/** The page's own toasts. Only the browser adds to them: on the server they stay empty. */
export const toasts = createToasts()

if (typeof document !== "undefined") toasts.subscribe(() => document.dispatchEvent(new Event(toastEvent)))
