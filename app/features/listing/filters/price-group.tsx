import { useNavigate } from "@remix-run/react"
import type { FormEvent } from "react"
import { priceSteps } from "~/domain/profiles/listing/filter-values"
import type { ListingAddress } from "~/domain/profiles/schema"
import { formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { Disclosure } from "~/ui/overlay/disclosure"
import { refine } from "../listing-filters"

const ends = ["min_price", "max_price"] as const

/** A range of prices by the hour. A plain form that requests the listing; with script its address has no empty parameters. */
export function PriceGroup({ address }: { address: ListingAddress }) {
  const { t } = useTranslation("listing")
  const locale = useLocale()
  const navigate = useNavigate()
  const { min_price, max_price, show, ...others } = address

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const priceOf = (end: (typeof ends)[number]) => Number(form.get(end)) || undefined
    const path = refine(others, { min_price: priceOf("min_price"), max_price: priceOf("max_price") })
    navigate(path, { preventScrollReset: true })
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
        {ends.map((end) => (
          <label key={end} className="min-w-0 text-meta text-mute">
            {t(`filters.ends.${end}`)}
            <select name={end} defaultValue={address[end] ?? ""} className="select field-control mt-1 px-3">
              <option value="">{t("filters.any_price")}</option>
              {priceSteps.map((price) => (
                <option key={price} value={price}>
                  {formatPrice(price * 100, locale)}
                </option>
              ))}
            </select>
          </label>
        ))}
        <Button type="submit" size="small" className="col-span-full">
          {t("filters.apply_price")}
        </Button>
      </form>
    </Disclosure>
  )
}
