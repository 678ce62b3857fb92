import type { LinkProps } from "@remix-run/react"
import { type ButtonHTMLAttributes, forwardRef, type ReactNode } from "react"
import { classNames } from "~/lib/class-names"
import { Spinner } from "./feedback/spinner"
import { AppLink } from "./navigation/app-link"

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-filled"
type ButtonSize = "small" | "medium" | "large"

export type ButtonLook = {
  /** At most one primary per view; danger-filled only inside the dialog that confirms. */
  variant?: ButtonVariant
  /** 32, 40 or 48 high; more only where large text leaves no room for one line. */
  size?: ButtonSize
  icon?: ReactNode
  trailingIcon?: ReactNode
  isWide?: boolean
}

const variants: Record<ButtonVariant, string> = {
  primary:
    "border-transparent forced-colors:border-[Highlight] forced-colors:border-2 bg-accent text-on-accent font-semibold enabled-hover:bg-accent-hover",
  secondary: "border-line2 bg-surface text-ink font-medium enabled-hover:bg-sunk",
  ghost: "border-transparent text-ink font-medium enabled-hover:bg-sunk",
  danger: "border-bad/50 bg-surface text-bad font-medium enabled-hover:bg-bad-soft",
  "danger-filled": "border-transparent bg-bad text-on-bad font-semibold enabled-hover:bg-bad/90",
}

const sizes: Record<ButtonSize, string> = {
  small: "min-h-8 gap-1.5 rounded-small px-3 text-meta [&_.lucide]:size-4",
  medium: "min-h-10 gap-2 rounded-field px-4 text-ui [&_.lucide]:size-4.5",
  large: "min-h-12 gap-2.5 rounded-card px-6 text-body [&_.lucide]:size-4.5",
}

/** Returns the classes of a button, for elements that look like one (a summary, a file label). */
export function buttonClass({ variant = "secondary", size = "medium", isWide }: Omit<ButtonLook, "icon"> = {}): string {
  return classNames(
    "touch-target inline-flex shrink-0 items-center justify-center border max-w-full sm:whitespace-nowrap select-none",
    "transition-colors disabled:cursor-not-allowed disabled:opacity-40 aria-disabled:not-aria-busy:cursor-not-allowed aria-disabled:not-aria-busy:opacity-40 aria-busy:cursor-progress",
    sizes[size],
    variants[variant],
    isWide && "w-full",
  )
}

export type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Keeps the width, replaces the label by a spinner and ignores presses. The focus stays in place. */
    isBusy?: boolean
  }

/** A button, of type "button" by default. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, isWide, icon, trailingIcon, isBusy, className, children, onClick, type = "button", ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}
      className={classNames(buttonClass({ variant, size, isWide }), className)}
      onClick={(event) => {
        // A slow device renders the busy button only after the second click of a double one: the form is sent once all
        // the same.
        const isRepeated = type === "submit" && event.detail > 1
        if (isBusy || isRepeated) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon && <Label isHidden={isBusy}>{icon}</Label>}
      <Label isHidden={isBusy}>{children}</Label>
      {trailingIcon && <Label isHidden={isBusy}>{trailingIcon}</Label>}
      {isBusy && <Spinner className="absolute inset-0" />}
    </button>
  )
})

/** Transparent rather than hidden, so that a busy button keeps its name. */
function Label({ isHidden, children }: { isHidden?: boolean; children: ReactNode }) {
  return (
    <span className={classNames("inline-flex items-center gap-[inherit]", isHidden && "opacity-0")}>{children}</span>
  )
}

export type ButtonLinkProps = ButtonLook &
  LinkProps & {
    /** Its page is loading: a spinner replaces the label. */
    isBusy?: boolean
  }

/** A link that looks like a button: it navigates, it does not act. */
export const ButtonLink = forwardRef<HTMLAnchorElement, ButtonLinkProps>(function ButtonLink(
  { variant, size, isWide, icon, trailingIcon, isBusy, className, children, ...rest },
  ref,
) {
  return (
    <AppLink
      {...rest}
      ref={ref}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass({ variant, size, isWide }), className)}
    >
      {icon}
      {isBusy === undefined ? children : <Label isHidden={isBusy}>{children}</Label>}
      {isBusy && <Spinner className="absolute inset-0" />}
      {trailingIcon}
    </AppLink>
  )
})

export type IconButtonLook = {
  /** The accessible name. */
  label: string
  /** ghost in bars, outlined on the page, photo on top of a portrait. */
  look?: "ghost" | "outlined" | "photo"
  size?: ButtonSize
  /** A `CountBadge` or `DotBadge` at the top right; include its meaning in the label. */
  badge?: ReactNode
}

const iconLooks = {
  ghost: "border-transparent text-ink enabled-hover:bg-sunk",
  outlined: "border-line2 bg-surface text-ink enabled-hover:bg-sunk",
  photo: "border-transparent bg-surface/92 text-ink enabled-hover:bg-surface",
}

const iconSizes: Record<ButtonSize, string> = {
  small: "size-8 [&_.lucide]:size-4",
  medium: "size-10 [&_.lucide]:size-4.5",
  large: "size-12 [&_.lucide]:size-5",
}

function iconButtonClass({ look = "ghost", size = "medium" }: Pick<IconButtonLook, "look" | "size">): string {
  return classNames(
    "touch-target inline-flex shrink-0 items-center justify-center rounded-full border transition-colors",
    "disabled:cursor-not-allowed disabled:opacity-40 aria-busy:cursor-progress",
    iconSizes[size],
    iconLooks[look],
  )
}

export type IconButtonProps = IconButtonLook & ButtonHTMLAttributes<HTMLButtonElement> & { isBusy?: boolean }

/** A round button with an icon. Use `aria-pressed` for a toggle (the heart). */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, look, size, badge, isBusy, className, children, onClick, type = "button", ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      aria-label={label}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}
      className={classNames(iconButtonClass({ look, size }), className)}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy ? <Spinner /> : children}
      {badge && <span className="absolute -top-0.5 -right-0.5 flex">{badge}</span>}
    </button>
  )
})

/** The same, as a link. */
export const IconLink = forwardRef<HTMLAnchorElement, IconButtonLook & LinkProps>(function IconLink(
  { label, look, size, badge, className, children, ...rest },
  ref,
) {
  return (
    <AppLink {...rest} ref={ref} aria-label={label} className={classNames(iconButtonClass({ look, size }), className)}>
      {children}
      {badge && <span className="absolute -top-0.5 -right-0.5 flex">{badge}</span>}
    </AppLink>
  )
})
