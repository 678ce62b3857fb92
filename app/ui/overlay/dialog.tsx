import X from "lucide-react/icons/x"
import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import { classNames } from "~/lib/class-names"
import { IconButton } from "../button"

export type DialogProps = {
  open: boolean
  /** Called for Esc, the backdrop or the cross. The owner sets `open` to false. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** At the foot, to the right: the safe choice first. */
  buttons?: ReactNode
  /** Shows a cross with this name. */
  closeLabel?: string
  /** 480, 640 or 880 wide; always a sheet below 640. */
  size?: "medium" | "large" | "wide"
  /** If false, only a button of the dialog closes it: for work that would be lost. */
  isDismissible?: boolean
  /** Draws the title for screen readers only, when the content has its own. */
  isTitleHidden?: boolean
  /** The content takes the whole box, without padding. */
  isBare?: boolean
  /** For confirmations of irreversible acts. */
  isAlert?: boolean
  children?: ReactNode
}

const sizes = { medium: "sm:max-w-120", large: "sm:max-w-160", wide: "sm:max-w-220" }

/** How long the content stays while the dialog fades: that of `.dialog` in the style sheet. */
const LEAVE_MS = 240

/** A modal `<dialog>`: the browser traps the focus and restores it. It renders nothing while it is closed. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  buttons,
  closeLabel,
  size = "medium",
  isDismissible = true,
  isTitleHidden,
  isBare,
  isAlert,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedBackdrop = useRef(false)
  const [isPresent, setPresent] = useState(open)
  const id = useId()

  if (open && !isPresent) setPresent(true)

  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    const root = document.documentElement
    const hadScrollbar = window.innerWidth > root.clientWidth
    if (hadScrollbar) root.style.scrollbarGutter = "stable"
    dialog.showModal()
    return () => {
      dialog.close()
      root.style.scrollbarGutter = ""
    }
  }, [open])

  useEffect(() => {
    if (open) return
    const timer = setTimeout(() => setPresent(false), LEAVE_MS)
    return () => clearTimeout(timer)
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's counterpart of the backdrop is Esc, by the platform
    <dialog
      ref={ref}
      role={isAlert ? "alertdialog" : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={classNames("dialog", sizes[size])}
      onCancel={(event) => {
        // The cancel event of a file input inside bubbles up to here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (isDismissible) onClose()
      }}
      onClose={(event) => {
        // The browser closes the dialog by itself on a second Esc: follow it.
        if (event.target === event.currentTarget && open) onClose()
      }}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // Both ends of the press are on the backdrop: selecting text out of the box does not close it.
        if (isDismissible && pressedBackdrop.current && event.target === event.currentTarget) onClose()
      }}
    >
      {isPresent && (
        <div className={classNames("relative", !isBare && "p-6 sm:p-7")}>
          <h2
            id={`${id}-title`}
            className={classNames(isTitleHidden ? "sr-only" : "text-subsection", closeLabel && "pr-10")}
          >
            {title}
          </h2>
          {description && (
            <p id={`${id}-description`} className={isTitleHidden ? "sr-only" : "mt-1.5 text-body text-ink2"}>
              {description}
            </p>
          )}
          {children && <div className={classNames(!isBare && !isTitleHidden && "mt-5")}>{children}</div>}
          {buttons && <DialogButtons className={classNames(isBare && "p-6")}>{buttons}</DialogButtons>}
          {/* Last in the order, so that the first field or the safe choice gets the focus. */}
          {closeLabel && (
            <IconButton
              label={closeLabel}
              onClick={onClose}
              className={classNames("absolute! z-10", isBare ? "top-4 right-4" : "top-4 right-4 sm:top-5 sm:right-5")}
            >
              <X />
            </IconButton>
          )}
        </div>
      )}
    </dialog>
  )
}

/** The row at the foot; put it inside the form when the dialog holds one. On a phone each button fills the row. */
function DialogButtons({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={classNames("mt-6 flex flex-wrap justify-end gap-2.5 max-sm:*:grow", className)}>{children}</div>
  )
}
