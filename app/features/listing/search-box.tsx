import { Form } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { lazy, useEffect, useId, useState } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import type { ListingAddress } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Optional } from "~/ui/feedback/optional"

const SuggestionPopup = lazy(() => importRetried(() => import("./search/suggestion-popup")))

type SearchBoxProps = { address?: ListingAddress; className?: string }

/** A search by words within the active filters: a plain form that requests the listing. */
export function SearchBox({ address = {}, className }: SearchBoxProps) {
  const { t } = useTranslation()
  const { q, show, ...filters } = address
  return (
    <search aria-label={t("shell.search")} className={classNames("block", className)}>
      <Form action="/escorts">
        <SearchField
          label={t("shell.search")}
          q={q}
          address={filters}
          placeholder={t("shell.search_hint")}
          className="h-11 w-full lg:h-10 rounded-full border border-transparent bg-sunk pr-4 pl-10 text-ui text-ink placeholder:text-mute"
        />
        {Object.entries(filters).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Form>
    </search>
  )
}

type SearchFieldProps = {
  label: string
  q?: string | undefined
  /** The filters of the list that is searched. */
  address: ListingAddress
  placeholder: string
  className: string
  /** The look of a label that is seen: the field has no icon then. */
  labelClassName?: string
}

/**
 * The words of a search, in a form in a `<search>`. With script it suggests people and filters, whose code is fetched once it has the
 * focus.
 */
export function SearchField({ label, q, address, placeholder, className, labelClassName }: SearchFieldProps) {
  const id = useId()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const [isWanted, setWanted] = useState(false)

  useEffect(() => {
    if (!input) return
    // Not without script, where nothing is suggested.
    input.role = "combobox"
    input.ariaExpanded ??= "false"
    // The focus may have come before hydration.
    if (input === document.activeElement) setWanted(true)
  }, [input])

  return (
    <div className="relative">
      <label htmlFor={id} className={labelClassName ?? "sr-only"}>
        {label}
      </label>
      {!labelClassName && (
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-mute" />
      )}
      <input
        key={q}
        ref={setInput}
        id={id}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        placeholder={placeholder}
        onFocus={() => setWanted(true)}
        className={className}
      />
      {isWanted && input && (
        <Optional>
          <SuggestionPopup input={input} address={address} />
        </Optional>
      )}
    </div>
  )
}
