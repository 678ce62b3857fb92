import { type RefObject, useEffect, useRef, useState } from "react"
import { type Point, pan, type View, whole, zoomAt } from "./zoom"

const doubleTapMs = 300
/** The movement (px) that is still a tap, and the one that is a swipe. */
const tapPixels = 10
const swipePixels = 48
const toggleFactor = 2.5

/**
 * Wheel, pinch, drag, double tap and swipe on a stage. The picture is moved by the style of `content` directly: sixty
 * times a second is too often for React. `onSwipe` receives 1 for the next picture, -1 for the previous one.
 */
export function useZoom(
  stage: RefObject<HTMLElement>,
  content: RefObject<HTMLElement>,
  picture: string | undefined,
  onSwipe: (step: 1 | -1) => void,
) {
  const [isZoomed, setZoomed] = useState(false)
  const view = useRef<View>(whole)
  const swipe = useRef(onSwipe)
  swipe.current = onSwipe

  function show(next: View, { isSlow = false, aside = 0 } = {}) {
    view.current = next
    setZoomed(next.scale > 1)
    if (!content.current) return
    content.current.dataset.slow = String(isSlow)
    content.current.style.transform = `translate(${next.x + aside}px, ${next.y}px) scale(${next.scale})`
  }
  const showNow = useRef(show)
  showNow.current = show

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture starts without zoom
  useEffect(() => showNow.current(whole), [picture])

  useEffect(() => {
    const box = stage.current
    if (!box) return
    const pointers = new Map<number, Point>()
    let start: Point = { x: 0, y: 0 }
    let lastTap = { at: 0, x: 0, y: 0 }
    let wasPinched = false

    const fromCentre = ({ x, y }: Point): Point => {
      const { left, top, width, height } = box.getBoundingClientRect()
      return { x: x - left - width / 2, y: y - top - height / 2 }
    }
    const size = () => ({ width: box.clientWidth, height: box.clientHeight })
    const at = ({ clientX, clientY }: PointerEvent | WheelEvent): Point => ({ x: clientX, y: clientY })

    function onWheel(event: WheelEvent) {
      event.preventDefault()
      // A trackpad's pinch arrives as small wheel events with Ctrl.
      const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002))
      showNow.current(zoomAt(view.current, factor, fromCentre(at(event)), size()))
    }

    function onDown(event: PointerEvent) {
      if (event.button !== 0) return
      box?.setPointerCapture(event.pointerId)
      if (pointers.size === 0) {
        start = at(event)
        wasPinched = false
      }
      pointers.set(event.pointerId, at(event))
    }

    function onMove(event: PointerEvent) {
      const before = pointers.get(event.pointerId)
      if (!before) return
      const now = at(event)
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, now)
      const by = { x: now.x - before.x, y: now.y - before.y }
      if (other) {
        wasPinched = true
        const distance = (point: Point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y))
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
        const zoomed = zoomAt(view.current, distance(now) / distance(before), fromCentre(middle), size())
        return showNow.current(pan(zoomed, { x: by.x / 2, y: by.y / 2 }, size()))
      }
      if (view.current.scale > 1) return showNow.current(pan(view.current, by, size()))
      if (!wasPinched) showNow.current(whole, { aside: now.x - start.x })
    }

    function onUp(event: PointerEvent) {
      if (!pointers.delete(event.pointerId) || pointers.size > 0 || wasPinched) return
      const end = at(event)
      const [across, down] = [end.x - start.x, end.y - start.y]
      if (Math.hypot(across, down) <= tapPixels) return onTap(event.timeStamp, end)
      if (view.current.scale > 1) return
      showNow.current(whole, { isSlow: true })
      const isSwipe = Math.abs(across) >= swipePixels && Math.abs(across) > Math.abs(down)
      if (isSwipe && event.type === "pointerup") swipe.current(across < 0 ? 1 : -1)
    }

    function onTap(time: number, point: Point) {
      const isSecond = time - lastTap.at < doubleTapMs && Math.hypot(point.x - lastTap.x, point.y - lastTap.y) < 40
      lastTap = isSecond ? { at: 0, x: 0, y: 0 } : { at: time, ...point }
      if (isSecond) toggleAt(fromCentre(point))
    }

    function toggleAt(point: Point) {
      const next = view.current.scale > 1 ? whole : zoomAt(whole, toggleFactor, point, size())
      showNow.current(next, { isSlow: true })
    }

    const listening = new AbortController()
    const { signal } = listening
    box.addEventListener("wheel", onWheel, { passive: false, signal })
    box.addEventListener("pointerdown", onDown, { signal })
    box.addEventListener("pointermove", onMove, { signal })
    box.addEventListener("pointerup", onUp, { signal })
    box.addEventListener("pointercancel", onUp, { signal })
    return () => listening.abort()
  }, [stage])

  function toggle() {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    const next = isZoomed ? whole : zoomAt(whole, toggleFactor, { x: 0, y: 0 }, { width, height })
    show(next, { isSlow: true })
  }

  return { isZoomed, toggle }
}
