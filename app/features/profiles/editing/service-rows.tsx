import X from "lucide-react/icons/x"
import { useEffect, useId, useRef, useState } from "react"
import { fieldLimits, type ServiceOffer } from "~/domain/profiles/content/fields"
import { formatDuration, formatLanguage } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button, IconButton } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

/** An occasion with its services, in the catalog's order. */
export interface CatalogCategory {
  name: string
  services: { slug: string; name: string }[]
}

/** The lengths that are offered, in minutes. */
const lengths = [30, 45, 60, 90, 120, 180, 240, 300, 360, 480, 600, 720, 1_440, 2_880, 4_320, 10_080]

export interface ServiceRowsProps {
  catalog: readonly CatalogCategory[]
  /** The offers that the form begins with. */
  offers: readonly ServiceOffer[]
  /** Called after a service was added or removed. */
  onChanged: () => void
}

/**
 * The services on offer, a row each, and a list to add others from. A removed row keeps what was typed until the page is
 * left, so that it can be put back. Without script the form's button adds the chosen service, and removes the ticked ones.
 */
export function ServiceRows({ catalog, offers, onChanged }: ServiceRowsProps) {
  const { t } = useTranslation("workshop")
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(offers.map(({ service }) => service)))
  const [kept, setKept] = useState<ReadonlySet<string>>(shown)
  const [removed, setRemoved] = useState<string | null>(null)
  const [added, setAdded] = useState<string | null>(null)
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  const list = useRef<HTMLUListElement>(null)
  const choice = useRef<HTMLSelectElement>(null)
  const nameOf = (slug: string) =>
    catalog.flatMap(({ services }) => services).find((service) => service.slug === slug)?.name ?? slug
  const isFull = shown.size >= fieldLimits.services.max
  useEffect(() => {
    if (!added) return
    list.current?.querySelector<HTMLElement>(`[data-service="${CSS.escape(added)}"] select`)?.focus()
  }, [added])

  function add(slug: string): void {
    setShown(new Set([...shown, slug]))
    setKept(new Set([...kept, slug]))
    setRemoved(null)
    setAdded(slug)
    onChanged()
  }

  function remove(slug: string): void {
    setShown(new Set([...shown].filter((one) => one !== slug)))
    setRemoved(slug)
    setAdded(null)
    choice.current?.focus()
    onChanged()
  }

  return (
    <>
      {shown.size === 0 && <p className="mt-5 text-ui text-mute">{t("services.empty")}</p>}
      <ul ref={list} className="mt-5 divide-y divide-line border-line not-empty:border-y">
        {catalog.map((category) =>
          category.services
            .filter(({ slug }) => kept.has(slug))
            .map((service) => (
              <ServiceRow
                key={service.slug}
                {...service}
                category={category.name}
                offer={offers.find((one) => one.service === service.slug)}
                isShown={shown.has(service.slug)}
                onRemove={() => remove(service.slug)}
              />
            )),
        )}
      </ul>
      <div role="status" className="text-ui text-ink2 not-empty:mt-4">
        {removed !== null && (
          <>
            {t("services.removed", { name: nameOf(removed) })}{" "}
            <button type="button" className="link touch-target" onClick={() => add(removed)}>
              {t("services.put_back")}
            </button>
          </>
        )}
        {added !== null && <span className="sr-only">{t("services.added", { name: nameOf(added) })}</span>}
      </div>
      {isFull ? (
        <p className="mt-5 text-ui text-mute">{t("services.full", { count: fieldLimits.services.max })}</p>
      ) : (
        <div className="mt-5 flex max-w-xl flex-wrap items-end gap-3">
          <Select
            ref={choice}
            // With script, a service is on offer once it has a row.
            name={isLive ? undefined : "service"}
            label={t("services.add")}
            placeholder={t("services.choose")}
            defaultValue=""
            onChange={(event) => event.stopPropagation()}
            className="min-w-0 grow"
          >
            {catalog.map(({ name, services }) => (
              <optgroup key={name} label={name}>
                {services
                  .filter(({ slug }) => !shown.has(slug))
                  .map(({ slug, name }) => (
                    <option key={slug} value={slug}>
                      {name}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
          <Button
            type={isLive ? "button" : "submit"}
            onClick={(event) => {
              if (!choice.current?.value) return
              event.preventDefault()
              add(choice.current.value)
              choice.current.value = ""
            }}
          >
            {t("services.add_this")}
          </Button>
        </div>
      )}
    </>
  )
}

interface ServiceRowProps {
  slug: string
  name: string
  /** The name of its occasion. */
  category: string
  offer: ServiceOffer | undefined
  /** A removed row is hidden, and sends nothing. */
  isShown: boolean
  onRemove: () => void
}

function ServiceRow({ slug, name, category, offer, isShown, onRemove }: ServiceRowProps) {
  const { t } = useTranslation("workshop")
  const locale = useLocale()
  const titleId = useId()
  const all = offer?.duration == null ? lengths : [...new Set([...lengths, offer.duration])].toSorted((a, b) => a - b)
  const hasNote = Object.values(offer?.note ?? {}).some(Boolean)
  return (
    <li hidden={!isShown} data-service={slug} className="py-4">
      <fieldset disabled={!isShown} aria-labelledby={titleId} className="min-w-0">
        <input type="hidden" name="service" value={slug} />
        <div className="grid grid-cols-[1fr_1fr_auto] items-center gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_8rem_9.5rem_auto]">
          <p id={titleId} className="min-w-0 max-sm:col-span-2">
            <span className="block text-body font-medium wrap-anywhere">{name}</span>
            <span className="block text-meta text-mute">{category}</span>
          </p>
          <Select
            name={`duration_${slug}`}
            label={t("services.length_of", { name })}
            isLabelHidden
            defaultValue={offer?.duration ?? ""}
            className="max-sm:row-start-2"
            placeholder={t("services.as_agreed")}
            options={all.map((minutes) => ({ value: String(minutes), label: formatDuration(minutes) }))}
          />
          <TextField
            name={`price_${slug}`}
            label={t("services.price_of", { name })}
            isLabelHidden
            placeholder={t("services.on_request")}
            inputMode="decimal"
            trailing={<span className="text-mute">€</span>}
            defaultValue={offer?.price == null ? "" : offer.price / 100}
            className="max-sm:row-start-2"
          />
          <IconButton label={t("services.remove_of", { name })} onClick={onRemove} className="max-sm:justify-self-end">
            <X />
          </IconButton>
        </div>
        <noscript>
          <Checkbox name="drop" value={slug} label={t("services.remove_of", { name })} />
        </noscript>
        <details className="mt-4 sm:mt-1">
          <summary className="touch-target inline-flex cursor-pointer text-meta text-ink2 underline underline-offset-4">
            {t(hasNote ? "services.note" : "services.add_note")}
            <span className="sr-only">: {name}</span>
          </summary>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            {locales.map(({ code }) => (
              <TextField
                key={code}
                name={`note_${slug}_${code}`}
                lang={code}
                label={t("fields.note", { language: formatLanguage(code, locale) })}
                maxLength={fieldLimits.note.max}
                defaultValue={offer?.note[code] ?? ""}
              />
            ))}
          </div>
        </details>
      </fieldset>
    </li>
  )
}
