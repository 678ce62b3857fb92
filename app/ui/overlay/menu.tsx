import Check from "lucide-react/icons/check"
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react"
import { classNames } from "~/lib/class-names"
import { AppLink } from "../navigation/app-link"

/** Spread on the button that opens the menu. */
type MenuTriggerAttributes = {
  popovertarget: string
  "aria-haspopup": "menu"
  onKeyDown: (event: KeyboardEvent) => void
}

export type MenuProps = {
  label: string
  trigger: (attributes: MenuTriggerAttributes) => ReactNode
  /** Which edge of the trigger the menu lines up with. */
  align?: "start" | "end"
  /** Above the items, not one of them: who is signed in, for instance. */
  header?: ReactNode
  className?: string
  children: ReactNode
}

const itemSelector = "[role^=menuitem]:not([aria-disabled=true], :disabled)"

/**
 * A popover of links and buttons. The browser opens it, closes it on Esc and on a press outside, and it works before
 * hydration; the script adds the arrows, Home and End.
 */
export function Menu({ label, trigger, align = "start", header, className, children }: MenuProps) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)

  function focusItem(index: number) {
    const items = ref.current?.querySelectorAll<HTMLElement>(itemSelector)
    if (items?.length) items[(index + items.length) % items.length]?.focus()
  }

  function openAt(index: number) {
    ref.current?.showPopover()
    focusItem(index)
  }

  function onKeyDown(event: KeyboardEvent) {
    const items = [...(ref.current?.querySelectorAll<HTMLElement>(itemSelector) ?? [])]
    const current = items.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      focusItem(current < 0 && event.key === "ArrowUp" ? -1 : next)
    } else if (event.key === "Tab") {
      // Closing returns the focus to the trigger, so that Tab goes on from there.
      ref.current?.hidePopover()
    }
  }

  return (
    <>
      {trigger({
        popovertarget: id,
        "aria-haspopup": "menu",
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
          event.preventDefault()
          // A press, not showPopover: only an invoker becomes the anchor everywhere.
          if (!ref.current?.matches(":popover-open")) (event.currentTarget as HTMLElement).click()
          openAt(event.key === "ArrowDown" ? 0 : -1)
        },
      })}
      <div ref={ref} id={id} popover="auto" data-align={align} className={classNames("menu", className)}>
        {header && <div className="border-b border-line px-3 pt-2 pb-3 mb-1.5 text-meta text-mute">{header}</div>}
        <div
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            if ((event.target as Element).closest(itemSelector)) ref.current?.hidePopover()
          }}
        >
          {children}
        </div>
      </div>
    </>
  )
}

type MenuItemLook = {
  icon?: ReactNode
  /** In mute at the end of the row: a count, a key. */
  detail?: ReactNode
  tone?: "normal" | "bad"
  children: ReactNode
}

export type MenuItemProps = MenuItemLook &
  (
    | { to: string; reloadDocument?: boolean; isCurrent?: boolean }
    | {
        to?: undefined
        onSelect?: () => void
        /** Makes it one of several choices, with a check on the chosen one. */
        isChecked?: boolean
        /** Several may be checked. */
        isMultiple?: boolean
        isDisabled?: boolean
        /** Submits the form around it or the one named by `form`. */
        type?: "button" | "submit"
        form?: string
        name?: string
        value?: string
      }
  )

const itemClass =
  "flex min-h-11 w-full items-center lg:min-h-9 gap-3 rounded-small px-3 py-1.5 text-left text-ui outline-offset-[-2px] transition-colors hover:bg-sunk focus-visible:bg-sunk dark:hover:bg-line dark:focus-visible:bg-line disabled:opacity-40 aria-[current=page]:font-medium [&_.lucide]:size-4.5"

/** A row of 44, or of 36 where the pointer is a mouse. With `to` a link, otherwise a button. */
export function MenuItem({ icon, detail, tone, children, ...rest }: MenuItemProps) {
  const content = (
    <>
      {icon && <span className="flex text-ink2">{icon}</span>}
      <span className="grow">{children}</span>
      {detail && <span className="text-meta text-mute">{detail}</span>}
    </>
  )
  const className = classNames(itemClass, tone === "bad" && "text-bad")
  if (rest.to !== undefined) {
    return (
      <AppLink
        to={rest.to}
        reloadDocument={rest.reloadDocument}
        role="menuitem"
        aria-current={rest.isCurrent ? "page" : undefined}
        className={className}
      >
        {content}
      </AppLink>
    )
  }
  const { onSelect, isChecked, isMultiple, isDisabled, type = "button", form, name, value } = rest
  const choice = isMultiple ? "menuitemcheckbox" : "menuitemradio"
  const role = isChecked === undefined ? { role: "menuitem" } : { role: choice, "aria-checked": isChecked }
  return (
    <button
      type={type}
      form={form}
      name={name}
      value={value}
      {...role}
      disabled={isDisabled}
      onClick={onSelect}
      className={className}
    >
      {content}
      {isChecked && <Check className="text-ink2" />}
    </button>
  )
}

/** A hairline between two groups of items. */
export function MenuSeparator() {
  return <hr className="my-1.5 border-line" />
}
