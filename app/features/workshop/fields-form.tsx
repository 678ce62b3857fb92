import { useNavigation, useSubmit } from "@remix-run/react"
import { type ReactNode, useRef } from "react"
import type { Workshop } from "~/domain/workshop/schema"
import { FormNotice } from "~/features/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import type { FieldsForm } from "./read-fields"
import { type Saving, useFieldAutosave } from "./use-field-autosave"

export interface FieldsFormProps {
  name: FieldsForm
  fields: Workshop["fields"]
  result: FormResult | undefined
  children: ReactNode
}

/** A form of the profile's fields: it saves itself as they are typed, and without script by its button. */
export function WorkshopForm({ name, fields, result, children }: FieldsFormProps) {
  const { t } = useTranslation("workshop")
  const form = useRef<HTMLFormElement>(null)
  const read = Object.fromEntries(Object.entries(fields).map(([field, { edit }]) => [field, edit?.version ?? null]))
  const isBusy = useNavigation().formMethod === "POST"
  const { saving, saveSoon, settle, versions } = useFieldAutosave(name, form, read, { isBusy, result })
  const submit = useSubmit()

  /** Submits the form with the versions that a save under way will have made. */
  async function saveNow(form: HTMLFormElement): Promise<void> {
    await settle()
    const hidden = form.elements.namedItem("versions")
    if (hidden instanceof HTMLInputElement) hidden.value = JSON.stringify(versions.current)
    submit(form)
  }
  return (
    <Form
      ref={form}
      method="post"
      noValidate
      onChange={saveSoon}
      onSubmit={(event) => {
        event.preventDefault()
        void saveNow(event.currentTarget)
      }}
      className="mt-8"
    >
      <input type="hidden" name="versions" value={JSON.stringify(read)} />
      {children}
      <FormNotice result={result} />
      <div className="sticky bottom-0 -mx-4 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper/95 px-4 py-3 sm:-mx-2 sm:px-2">
        <Button type="submit" isBusy={isBusy}>
          {t("save")}
        </Button>
        <SavingState saving={saving} />
      </div>
    </Form>
  )
}

function SavingState({ saving }: { saving: Saving }) {
  const { t } = useTranslation("workshop")
  const isBad = saving === "failed" || saving === "conflict" || saving === "invalid"
  return (
    <p role="status" className={classNames("min-w-0 flex-1 text-meta", isBad ? "text-bad" : "text-mute")}>
      {t(`saving.${saving}`)}{" "}
      {saving === "conflict" && (
        <button type="button" className="link" onClick={() => location.reload()}>
          {t("saving.reload")}
        </button>
      )}
    </p>
  )
}
