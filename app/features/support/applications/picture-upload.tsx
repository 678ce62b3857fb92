import { useRef } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Field } from "~/ui/form/field"

export interface PictureUploadProps {
  error: string | undefined
  onFiles: (files: File[]) => void
}

/** A field for one or several pictures. With script they are sent as soon as they are chosen, each by itself. */
export function PictureUpload({ error, onFiles }: PictureUploadProps) {
  const { t } = useTranslation("casting")
  const input = useRef<HTMLInputElement>(null)

  function take() {
    const files = [...(input.current?.files ?? [])]
    if (input.current) input.current.value = ""
    if (files.length > 0) onFiles(files)
    return files.length > 0
  }

  return (
    <Form
      method="post"
      action="/casting/pictures"
      encType="multipart/form-data"
      noValidate
      className="mt-6"
      onSubmit={(event) => {
        if (take()) event.preventDefault()
      }}
    >
      <input type="hidden" name="intent" value="add" />
      <Field label={t("pictures.choose")} hint={t("pictures.hint")} error={error}>
        {(control) => (
          <input
            {...control}
            ref={input}
            name="pictures"
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            multiple
            onChange={take}
            className="field-control px-3.5 py-2 file:mr-3 file:rounded-small file:border file:border-line2 file:bg-surface file:px-3 file:py-1 file:font-medium file:text-ink"
          />
        )}
      </Field>
      <noscript>
        <div className="mt-4">
          <Button type="submit">{t("pictures.submit")}</Button>
        </div>
      </noscript>
    </Form>
  )
}
