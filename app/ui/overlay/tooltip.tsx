import { cloneElement, type ReactElement, useEffect, useId, useRef } from "react"
import { classNames } from "~/lib/class-names"

export type TooltipProps = {
  text: string
  /** A single focusable element: a button, a link. */
  children: ReactElement<{ "aria-describedby"?: string }>
  /** True when the text is already the name of the control, which must then not be read twice. */
  isName?: boolean
  className?: string
}

const OPEN_DELAY_MS = 500
const GAP = 8
const EDGE = 8

/**
 * A line of help after half a second under the pointer, or on focus; hidden at once, or on Esc. Never on touch: nothing
 * may be said only here.
 */
export function Tooltip({ text, children, isName, className }: TooltipProps) {
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const listening = useRef<AbortController>()

  function open() {
    const target = wrapper.current?.firstElementChild?.getBoundingClientRect()
    if (!target || !tip.current) return
    const { style, dataset } = tip.current
    tip.current.showPopover()
    const { offsetWidth: width, offsetHeight: height } = tip.current
    const centre = target.left + target.width / 2
    const left = Math.max(EDGE, Math.min(centre - width / 2, document.documentElement.clientWidth - EDGE - width))
    const fitsAbove = target.top > height + GAP + EDGE
    dataset.side = fitsAbove ? "above" : "below"
    style.left = `${left}px`
    style.top = `${fitsAbove ? target.top - height - GAP : target.bottom + GAP}px`
    style.setProperty("--tip", `${Math.max(12, Math.min(centre - left, width - 12))}px`)
    listening.current?.abort()
    listening.current = new AbortController()
    const { signal } = listening.current
    window.addEventListener("keydown", onKeyDown, { capture: true, signal })
    window.addEventListener("scroll", close, { capture: true, signal })
  }

  function close() {
    clearTimeout(timer.current)
    listening.current?.abort()
    if (tip.current?.matches(":popover-open")) tip.current.hidePopover()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return
    // This Esc is handled: it must not close the dialog around it too.
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      listening.current?.abort()
    },
    [],
  )

  const described = [children.props["aria-describedby"], id].filter(Boolean).join(" ")

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      ref={wrapper}
      className={classNames("inline-flex", className)}
      onPointerEnter={(event) => {
        if (event.pointerType === "touch") return
        clearTimeout(timer.current)
        timer.current = setTimeout(open, OPEN_DELAY_MS)
      }}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => {
        if (event.target.matches(":focus-visible")) open()
      }}
      onBlur={close}
    >
      {isName ? children : cloneElement(children, { "aria-describedby": described })}
      <span ref={tip} id={id} role="tooltip" aria-hidden={isName} popover="manual" className="tooltip">
        {text}
      </span>
    </span>
  )
}
