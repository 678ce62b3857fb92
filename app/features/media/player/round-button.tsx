import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useLayoutEffect, useRef } from "react"
import { classNames } from "~/lib/class-names"

export interface RoundButtonProps extends ComponentPropsWithoutRef<"button"> {
  name: string
  children: ReactNode
}

/** A button on the picture: an icon, whose name is read out. */
export const RoundButton = forwardRef<HTMLButtonElement, RoundButtonProps>(function RoundButton(
  { name, className, children, ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      aria-label={name}
      className={classNames(
        "flex size-11 shrink-0 items-center justify-center rounded-full text-white outline-offset-[-2px] outline-white hover:bg-white/15 [&_.lucide]:size-5",
        className,
      )}
    >
      {children}
    </button>
  )
})

/** Returns the ref of the button that has the focus next, if the control that had it is gone. */
export function useLostFocus() {
  const next = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) next.current?.focus({ preventScroll: true })
  }, [])
  return next
}
