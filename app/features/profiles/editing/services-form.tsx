import { useState } from "react"
import { fieldLimits, type ServiceOffer } from "~/domain/profiles/content/fields"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { locales } from "~/i18n/locales"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Checkbox } from "~/ui/form/checkbox"
import { FieldError, TextField } from "~/ui/form/field"
import { FieldState, useReturnReason } from "./field-state"
import { WorkshopForm } from "./fields-form"
import { useKeptFields } from "./use-kept-fields"

interface OfferedCategory {
  name: string
  services: { slug: string; name: string }[]
}

export interface ServicesFormProps {
  fields: Workshop["fields"]
  catalog: OfferedCategory[]
  result: FormResult | undefined
}

/** Services that the profile offers, with prices and notes, and its rates. */
export function ServicesForm({ fields: stored, catalog, result }: ServicesFormProps) {
  const { t } = useTranslation("workshop")
  const kept = useKeptFields("services", stored)
  const { fields } = kept
  const returned = useReturnReason()
  const problem = returned(fields.services)
  const euros = (cents: number | null) => (cents === null ? "" : String(cents / 100))
  return (
    <WorkshopForm key={kept.form} name="services" fields={stored} kept={kept} result={result}>
      <h2 className="text-subsection">{t("services.rates")}</h2>
      <div className="mt-5 grid gap-6 sm:grid-cols-2 lg:max-w-2xl">
        <TextField
          id="hourly_rate"
          name="hourly_rate"
          inputMode="decimal"
          label={t("fields.hourly_rate")}
          aside={<FieldState edit={fields.hourly_rate.edit} />}
          error={returned(fields.hourly_rate) ?? undefined}
          defaultValue={euros(fields.hourly_rate.value)}
        />
        <TextField
          id="minimum_hours"
          name="minimum_hours"
          inputMode="numeric"
          label={t("fields.minimum_hours")}
          aside={<FieldState edit={fields.minimum_hours.edit} />}
          error={returned(fields.minimum_hours) ?? undefined}
          defaultValue={fields.minimum_hours.value}
        />
      </div>
      <h2 id="services" className="mt-12 flex flex-wrap items-center gap-3 text-subsection">
        {t("fields.services")} <FieldState edit={fields.services.edit} />
      </h2>
      <p className="measure mt-2 text-ui text-ink2">{t("services.lead")}</p>
      {problem && (
        <p className="mt-3">
          <FieldError>{problem}</FieldError>
        </p>
      )}
      {catalog.map(({ name, services }) => (
        <fieldset key={name} className="mt-8 min-w-0">
          <legend className="text-ui font-semibold">{name}</legend>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {services.map((service) => (
              <Offer
                key={service.slug}
                {...service}
                offer={fields.services.value.find((one) => one.service === service.slug)}
              />
            ))}
          </ul>
        </fieldset>
      ))}
    </WorkshopForm>
  )
}

/** A service: its details follow once it is ticked. Without script they follow what is stored. */
function Offer({ slug, name, offer }: { slug: string; name: string; offer: ServiceOffer | undefined }) {
  const { t } = useTranslation("workshop")
  const [isOffered, setOffered] = useState(offer !== undefined)
  return (
    <li className="py-3">
      <Checkbox
        name="service"
        value={slug}
        label={name}
        defaultChecked={offer !== undefined}
        onChange={(event) => setOffered(event.currentTarget.checked)}
      />
      {isOffered && (
        <div className="mt-3 grid gap-4 pl-7 sm:grid-cols-2">
          <TextField
            name={`price_${slug}`}
            label={t("fields.price")}
            hint={t("fields.price_hint")}
            inputMode="decimal"
            defaultValue={offer?.price == null ? "" : offer.price / 100}
          />
          <TextField
            name={`duration_${slug}`}
            label={t("fields.duration")}
            hint={t("fields.duration_hint")}
            inputMode="numeric"
            defaultValue={offer?.duration ?? ""}
          />
          {locales.map(({ code }) => (
            <TextField
              key={code}
              name={`note_${slug}_${code}`}
              lang={code}
              label={t("fields.note", { language: t(`languages.${code}`) })}
              maxLength={fieldLimits.note.max}
              defaultValue={offer?.note[code] ?? ""}
            />
          ))}
        </div>
      )}
    </li>
  )
}
