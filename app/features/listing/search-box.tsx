import { Form } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { useId } from "react"
import type { ListingAddress } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"

/** A search by words within the active filters. A plain form that requests the listing. */
export function SearchBox({ address = {}, className }: { address?: ListingAddress; className?: string }) {
  const { t } = useTranslation()
  const id = useId()
  const { q, show, ...filters } = address
  return (
    <search className={classNames("relative block", className)}>
      <Form action="/escorts">
        <label htmlFor={id} className="sr-only">
          {t("shell.search")}
        </label>
        <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4 text-mute" />
        <input
          key={q}
          id={id}
          type="search"
          name="q"
          defaultValue={q}
          maxLength={100}
          enterKeyHint="search"
          autoComplete="off"
          placeholder={t("shell.search_hint")}
          className="h-11 w-full lg:h-10 rounded-full bg-sunk pr-4 pl-10 text-ui text-ink placeholder:text-mute"
        />
        {Object.entries(filters).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </Form>
    </search>
  )
}
