import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { FileField } from "~/ui/form/file-field"

export interface PictureUploadProps {
  error: string | undefined
  onFiles: (files: File[]) => void
}

/** A field for one or several pictures. With script they are sent as soon as they are chosen, each by itself. */
export function PictureUpload({ error, onFiles }: PictureUploadProps) {
  const { t } = useTranslation("casting")
  return (
    <Form method="post" action="/casting/pictures" encType="multipart/form-data" noValidate className="mt-6">
      <input type="hidden" name="intent" value="add" />
      <FileField
        name="pictures"
        label={t("pictures.choose")}
        prompt={t("pictures.prompt")}
        hint={t("pictures.hint")}
        error={error}
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        onFiles={onFiles}
        isForPaste
      />
      <noscript>
        <div className="mt-4">
          <Button type="submit">{t("pictures.submit")}</Button>
        </div>
      </noscript>
    </Form>
  )
}
