import { useNavigation, useSubmit } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { readFieldsOf, versionsIn } from "./field-saves"
import type { FieldsForm } from "./read-fields"
import { useStudio } from "./studio/use-studio"
import { type Saving, useFieldAutosave } from "./use-field-autosave"
import type { KeptFields } from "./use-kept-fields"

export interface FieldsFormProps {
  name: FieldsForm
  fields: Workshop["fields"]
  /** Values that the browser kept of the form. */
  kept: KeptFields
  result: FormResult | undefined
  /** Counts the changes that no field reports: each is saved as typing is. */
  changes?: number
  children: ReactNode
}

/** A form of the profile's fields: it saves itself as they are typed, and without script by its button. */
export function WorkshopForm({ name, fields, kept, result, changes = 0, children }: FieldsFormProps) {
  const { t } = useTranslation("workshop")
  const form = useRef<HTMLFormElement>(null)
  const loaded = readFieldsOf(fields)
  const isBusy = useNavigation().formMethod === "POST"
  const { refreshChecklist } = useStudio()
  const button = { isBusy, result }
  const { saving, saveSoon, save, submit } = useFieldAutosave(name, {
    form,
    loaded,
    kept,
    button,
    onSaved: refreshChecklist,
  })
  const send = useSubmit()
  const soon = useRef(saveSoon)
  soon.current = saveSoon
  useEffect(() => {
    if (changes > 0) soon.current()
  }, [changes])

  /** Saves first, as typing does, which a lost answer does not stop; the form then says what is wrong with each field. */
  async function saveNow(form: HTMLFormElement): Promise<void> {
    const saved = await save()
    if (saved !== "saved" && saved !== "invalid") return
    const sent = submit()
    setHidden(form, "versions", JSON.stringify(sent.versions))
    setHidden(form, "save", sent.save)
    send(form)
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
      <input type="hidden" name="versions" value={JSON.stringify(versionsIn(loaded))} />
      <input type="hidden" name="save" value="" />
      {kept.isOffered && <KeptOffer kept={kept} />}
      {children}
      <FormNotice result={result} />
      <div
        data-bottom-bar="form"
        className="sticky bottom-0 -mx-4 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-2 sm:px-2"
      >
        <Button type="submit" isBusy={isBusy}>
          {t("save")}
        </Button>
        <SavingState saving={saving} />
      </div>
    </Form>
  )
}

function setHidden(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}

/** Offers what was typed before and never stored. */
function KeptOffer({ kept }: { kept: KeptFields }) {
  const { t } = useTranslation("workshop")
  return (
    <div role="status" className="mb-8 rounded-panel border border-line bg-surface px-5 py-4">
      <p className="measure text-ui">{t("kept.text")}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" variant="primary" onClick={kept.restore}>
          {t("kept.restore")}
        </Button>
        <Button size="small" onClick={kept.discard}>
          {t("kept.discard")}
        </Button>
      </div>
    </div>
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
