import { Form, Link, useSubmit } from "@remix-run/react"
import ArrowDownUp from "lucide-react/icons/arrow-down-up"
import Search from "lucide-react/icons/search"
import X from "lucide-react/icons/x"
import { type KeyboardEvent, useEffect, useRef } from "react"
import type { ListQuery, ResourceView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { focusFirstItem } from "../../use-keys"
import { listAddress, wholeList } from "./list-address"

/** How long after a keystroke the list is searched, ms. */
const typingPause = 250

type ToolbarProps = {
  view: ResourceView
  query: ListQuery
  isOrdering: boolean
  onOrder: (isOrdering: boolean) => void
}

/** Search as you type, and filters; what is chosen stands in the address. Without script, a button sends it. */
export function ListToolbar({ view, query, isOrdering, onOrder }: ToolbarProps) {
  const { t } = useTranslation("admin-kit")
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  /** Whether the first row is to be focused once the search is done. */
  const isLeaving = useRef(false)
  const submit = useSubmit()
  useEffect(() => () => clearTimeout(timer.current), [])
  // Sync the field with the address on Back and Forward.
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>("[name=q]")
    if (field && document.activeElement !== field) field.value = query.q
  }, [query.q])
  const applied = view.filters.flatMap(({ name, label, options }) => {
    const option = options.find(({ value }) => value === query.filters[name])
    return option ? [{ name, text: `${label}: ${option.label}` }] : []
  })
  const send = () => submit(form.current, { replace: true, preventScrollReset: true })

  /** Esc leaves the field; Enter and the arrow down lead to the rows that what is typed finds. */
  function leaveField(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || !["Escape", "Enter", "ArrowDown"].includes(event.key)) return
    event.preventDefault()
    const field = event.currentTarget
    if (event.key === "Escape") field.blur()
    else if (field.value.trim() === query.q) focusFirstItem()
    else {
      isLeaving.current = true
      clearTimeout(timer.current)
      send()
    }
  }
  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>("[name=q]")
    if (!isLeaving.current || field?.value.trim() !== query.q) return
    isLeaving.current = false
    if (document.activeElement === field) focusFirstItem()
  }, [query])
  return (
    <Form ref={form} method="get" role="search" aria-label={t("search.in", { many: view.many })} className="mt-5">
      <input type="hidden" name="sort" value={query.sort} />
      <div className="flex flex-wrap items-end gap-3">
        {view.isSearchable && (
          <TextField
            label={t("search.in", { many: view.many })}
            isLabelHidden
            name="q"
            type="search"
            defaultValue={query.q}
            placeholder={t("search.placeholder")}
            maxLength={80}
            icon={<Search />}
            aria-keyshortcuts="/"
            autoComplete="off"
            className="min-w-[min(15rem,100%)] grow sm:max-w-96"
            onKeyDown={leaveField}
            onChange={() => {
              clearTimeout(timer.current)
              timer.current = setTimeout(send, typingPause)
            }}
          />
        )}
        {view.filters.map(({ name, label, options }) => (
          <Select
            key={`${name} ${query.filters[name]}`}
            label={label}
            isLabelHidden
            name={name}
            defaultValue={query.filters[name] ?? ""}
            placeholder={t("filters.any", { label })}
            options={options}
            className="min-w-[min(11rem,100%)] max-sm:grow"
            onChange={send}
          />
        ))}
        <noscript>
          <Button type="submit">{t("filters.apply")}</Button>
        </noscript>
        {view.isOrdered && applied.length === 0 && query.q === "" && (
          <Button icon={<ArrowDownUp />} aria-pressed={isOrdering} onClick={() => onOrder(!isOrdering)}>
            {isOrdering ? t("order.stop") : t("order.start")}
          </Button>
        )}
      </div>
      {applied.length > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          {applied.map(({ name, text }) => (
            <Link
              key={name}
              to={listAddress(view.name, query, { filter: { [name]: null } })}
              aria-label={t("filters.remove", { filter: text })}
              className="touch-target inline-flex h-8 items-center gap-1.5 rounded-full bg-ink px-3 text-meta text-paper"
            >
              {text}
              <X className="size-3.5" />
            </Link>
          ))}
          <Link to={wholeList(view)} className="touch-target text-meta underline underline-offset-4">
            {t("filters.clear")}
          </Link>
        </p>
      )}
    </Form>
  )
}
