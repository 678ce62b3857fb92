import { useNavigate } from "@remix-run/react"
import type { FormEvent } from "react"
import { priceSteps } from "~/domain/profiles/listing/filter-values"
import type { ListingAddress } from "~/domain/profiles/schema"
import { formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { Select } from "~/ui/form/select"
import { Disclosure } from "~/ui/overlay/disclosure"
import { refine } from "./listing-path"

/** A range of prices by the hour. A plain form that requests the listing; with script its address has no empty parameters. */
export function PriceGroup({ address }: { address: ListingAddress }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const navigate = useNavigate()
  const { min_price, max_price, show, ...others } = address
  const options = priceSteps.map((price) => ({ value: String(price), label: formatPrice(price * 100, locale) }))

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const priceOf = (name: string) => Number(form.get(name)) || undefined
    navigate(refine(others, { min_price: priceOf("min_price"), max_price: priceOf("max_price") }), {
      preventScrollReset: true,
    })
  }

  return (
    <Disclosure title={t("filters.price")} look="group" isOpen={min_price !== undefined || max_price !== undefined}>
      <form
        key={`${min_price} ${max_price}`}
        action="/escorts"
        onSubmit={search}
        className="grid grid-cols-2 gap-3 pb-2"
      >
        {Object.entries(others).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Select
          name="min_price"
          label={t("filters.from")}
          placeholder={t("filters.any_price")}
          options={options}
          defaultValue={min_price ?? ""}
        />
        <Select
          name="max_price"
          label={t("filters.to")}
          placeholder={t("filters.any_price")}
          options={options}
          defaultValue={max_price ?? ""}
        />
        <Button type="submit" size="small" className="col-span-2">
          {t("filters.apply_price")}
        </Button>
      </form>
    </Disclosure>
  )
}
