import { useNavigate } from "@remix-run/react"
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { writeLocal } from "~/browser/local-text"
import type { ListingAddress } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { isRemembering, lastSearches, lastViewed, rememberingKey } from "./device-memory"
import { groupSuggestions, type Option, type OptionGroup, searchOf } from "./options"
import { SuggestionOption } from "./suggestion-option"
import { useSuggestions } from "./use-suggestions"

/** Stands for the path of whichever option will be the first: they are still to come. */
const first = "first"

export type SuggestionPopupProps = {
  /** The field, which is in a form in a `<search>`. */
  input: HTMLInputElement
  /** The filters of the list that is searched. */
  address: ListingAddress
}

/**
 * The suggestions below a search field: an editable combobox with a list, as the ARIA Authoring Practices describe it
 * (w3.org/WAI/ARIA/apg/patterns/combobox). Without text it offers what this device
 * remembers: the last searches and profiles.
 */
export default function SuggestionPopup({ input, address }: SuggestionPopupProps) {
  const { t } = useTranslation("search")
  const navigate = useNavigate()
  const listId = useId()
  const [text, setText] = useState(() => (isTyped(input) ? input.value.trim() : ""))
  // This script may come after the focus has gone on.
  const [isOpen, setOpen] = useState(() => document.activeElement === input && (isTyped(input) || input.value === ""))
  const popup = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const [remembered, setRemembered] = useState(readDevice)
  const found = useSuggestions(text)

  const isEmpty = text === "" && input.value.trim() === ""
  const ofText = found && text !== "" ? groupSuggestions(found, address) : []
  const groups = isEmpty ? remembered.groups : ofText
  const options = groups.flatMap((group) => group.options)
  const isShown = isOpen && (options.length > 0 || (isEmpty && !remembered.isOn))
  const activeIndex = active === first ? 0 : options.findIndex(({ path }) => path === active)
  const activeId = isShown && options[activeIndex] ? `${listId}-${activeIndex}` : undefined
  const isCurrent = text === "" ? isShown : found?.text === text

  useLayoutEffect(() => setAttributes(input, { isShown, listId, activeId }), [input, isShown, listId, activeId])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" })
  }, [activeId])

  function close() {
    setOpen(false)
    setActive(null)
  }

  function open() {
    setRemembered(readDevice())
    setText(input.value.trim())
    setOpen(true)
  }

  function take({ label, path }: Option) {
    lastSearches.add({ label, path })
    close()
    setText("")
    input.value = new URLSearchParams(path.split("?")[1]).get("q") ?? ""
    navigate(path)
  }

  /** Clears what is remembered, or does so and remembers nothing more until it is asked for. */
  function change(isOn: boolean) {
    lastSearches.clear()
    lastViewed.clear()
    writeLocal(rememberingKey, isOn ? null : "off")
    setRemembered(readDevice())
    input.focus()
  }

  /** Returns the option after the active one, or before it: around the ends of the list, where none is active. */
  function pathFrom(step: 1 | -1): string | null {
    const places = options.length + 1
    return options[((activeIndex + 1 + step + places) % places) - 1]?.path ?? null
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return
    if (event.key === "Escape" && isShown) {
      event.preventDefault()
      input.focus()
      return close()
    }
    if (event.target !== input) return
    const chosen = isShown ? options[activeIndex] : undefined
    if (event.key === "Enter" && chosen) {
      event.preventDefault()
      take(chosen)
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      if (event.altKey) return event.key === "ArrowDown" ? open() : close()
      if (!isOpen) open()
      setActive(isShown || event.key === "ArrowUp" ? pathFrom(event.key === "ArrowDown" ? 1 : -1) : first)
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      // The caret's: the list has no active option then.
      setActive(null)
    }
  }

  function onInput() {
    setActive(null)
    open()
  }

  function onFocus(event: FocusEvent) {
    if (event.target === input && input.value === "") open()
  }

  function onFocusOut(event: FocusEvent) {
    const next = event.relatedTarget as Element | null
    if (next !== input && !popup.current?.contains(next)) close()
  }

  function onSubmit(event: SubmitEvent) {
    const search = searchOf(new FormData(event.target as HTMLFormElement))
    if (search) lastSearches.add(search)
    close()
  }

  // Each render's own: they are few, and read its state. With the options, not after them: Escape would close what is around.
  useLayoutEffect(() => {
    const scope = input.closest("search")
    const listeners: [string, (event: never) => void][] = [
      ["keydown", onKeyDown],
      ["input", onInput],
      ["focusin", onFocus],
      ["focusout", onFocusOut],
      ["submit", onSubmit],
    ]
    for (const [name, listener] of listeners) scope?.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of listeners) scope?.removeEventListener(name, listener as EventListener)
    }
  })

  return (
    <>
      <p role="status" className="sr-only">
        {isOpen && isCurrent && t("count", { count: options.length })}
      </p>
      {isShown && (
        <div
          ref={popup}
          className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[60dvh] overflow-y-auto rounded-card border border-line bg-raised p-1.5 text-ink shadow-pop"
        >
          <div role="listbox" id={listId} aria-label={t("suggestions")}>
            {groups.map(({ name, options: rows }) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox has no fieldset in it
              <div key={name} role="group" aria-labelledby={`${listId}-${name}`}>
                <p role="presentation" id={`${listId}-${name}`} className="px-3 pt-2 pb-1 text-meta text-mute">
                  {t(`groups.${name}`)}
                </p>
                {rows.map((option) => {
                  const index = options.indexOf(option)
                  return (
                    <SuggestionOption
                      key={option.path}
                      id={`${listId}-${index}`}
                      option={option}
                      isActive={index === activeIndex}
                      onTake={() => take(option)}
                    />
                  )
                })}
              </div>
            ))}
          </div>
          {text === "" && <DeviceButtons isOn={remembered.isOn} hasEntries={options.length > 0} onChange={change} />}
        </div>
      )}
    </>
  )
}

interface DeviceButtonsProps {
  isOn: boolean
  hasEntries: boolean
  onChange: (isOn: boolean) => void
}

/** Clears what this device remembers, and switches it off and on. */
function DeviceButtons({ isOn, hasEntries, onChange }: DeviceButtonsProps) {
  const { t } = useTranslation("search")
  const look = "link flex min-h-11 items-center text-ui"
  return (
    <div className="flex flex-wrap gap-x-5 px-3">
      {!isOn && <p className="w-full pt-2 text-meta text-mute">{t("off")}</p>}
      {hasEntries && (
        <button type="button" className={look} onClick={() => onChange(true)}>
          {t("clear")}
        </button>
      )}
      <button type="button" className={look} onClick={() => onChange(!isOn)}>
        {t(isOn ? "forget" : "remember")}
      </button>
    </div>
  )
}

/** Reads what this device remembers. */
function readDevice(): { isOn: boolean; groups: OptionGroup[] } {
  const viewed = lastViewed
    .read()
    .map((person): Option => ({ label: person.name, path: `/escorts/${person.slug}`, person }))
  const searches = lastSearches.read().filter(({ path }) => !viewed.some((one) => one.path === path))
  const groups: OptionGroup[] = [
    { name: "last", options: searches },
    { name: "viewed", options: viewed },
  ]
  return { isOn: isRemembering(), groups: groups.filter(({ options }) => options.length > 0) }
}

type Popup = { isShown: boolean; listId: string; activeId: string | undefined }

/** States the popup on the field (which React renders without these attributes). */
function setAttributes(input: HTMLInputElement, { isShown, listId, activeId }: Popup): void {
  const attributes = {
    "aria-autocomplete": "list",
    "aria-expanded": String(isShown),
    "aria-controls": isShown && listId,
    "aria-activedescendant": activeId,
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value) input.setAttribute(name, value)
    else input.removeAttribute(name)
  }
}

/** Whether the reader has changed the field's text. */
function isTyped({ value, defaultValue }: HTMLInputElement): boolean {
  return value !== defaultValue && value.trim() !== ""
}
