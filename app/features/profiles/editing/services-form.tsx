import { useState } from "react"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { FieldError, TextField } from "~/ui/form/field"
import { FieldState, useReturnReason } from "./field-state"
import { WorkshopForm } from "./fields-form"
import { type CatalogCategory, ServiceRows } from "./service-rows"
import { useKeptFields } from "./use-kept-fields"

export interface ServicesFormProps {
  fields: Workshop["fields"]
  catalog: CatalogCategory[]
  result: FormResult | undefined
}

/** Services that the profile offers, with prices and notes, and its rates. */
export function ServicesForm({ fields: stored, catalog, result }: ServicesFormProps) {
  const { t } = useTranslation("workshop")
  const kept = useKeptFields("services", stored)
  const [changes, setChanges] = useState(0)
  const { fields } = kept
  const returned = useReturnReason()
  const problem = returned(fields.services)
  const euros = (cents: number | null) => (cents === null ? "" : String(cents / 100))
  return (
    <WorkshopForm key={kept.form} name="services" fields={stored} kept={kept} result={result} changes={changes}>
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
      <ServiceRows
        catalog={catalog}
        offers={fields.services.value}
        onChanged={() => setChanges((count) => count + 1)}
      />
    </WorkshopForm>
  )
}
