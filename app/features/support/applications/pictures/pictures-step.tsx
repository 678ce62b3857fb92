import { useNavigation } from "@remix-run/react"
import X from "lucide-react/icons/x"
import { pictureUpload } from "~/domain/support/applications/choices"
import type { Application } from "~/domain/support/applications/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { IconButton } from "~/ui/button"
import { StepButtons } from "../step-buttons"
import { stepForm } from "../step-frame"
import { picturePath } from "./picture-path"
import { PictureUpload } from "./picture-upload"
import { StoredCropButton } from "./stored-crop-button"
import { UploadTile } from "./upload-tile"
import { useUploads } from "./use-uploads"

/** The intents of the step's forms. */
export type PicturesIntent = "add" | "remove" | "save"

/** The pictures so far, those being uploaded, and the form for more. Each is stored as soon as it has arrived. */
export function PicturesStep({ draft, result }: { draft: Application; result: FormResult | undefined }) {
  const { t } = useTranslation("casting")
  const { field } = useFormResult(result)
  const { uploads, add, replace, retry, dismiss } = useUploads(draft.id, draft.pictures.length)
  const free = pictureUpload.max - draft.pictures.length
  const isEmpty = draft.pictures.length === 0 && uploads.length === 0
  return (
    <div className="mt-8">
      <p role="status" className="text-ui text-ink2">
        {t("pictures.count", { count: draft.pictures.length, max: pictureUpload.max })}
      </p>
      {!isEmpty && (
        <ul aria-label={t("pictures.list")} className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4">
          {draft.pictures.map(({ id, width, height }, index) => (
            <li key={id} className="relative overflow-hidden rounded-card bg-sunk">
              <img
                src={picturePath(draft.id, id)}
                alt={t("pictures.alt", { number: index + 1 })}
                width={width}
                height={height}
                className="aspect-[4/5] w-full object-cover object-[50%_33%]"
              />
              <RemoveButton id={id} number={index + 1} />
              {uploads.every(({ replaces }) => replaces !== id) && (
                <StoredCropButton
                  path={picturePath(draft.id, id)}
                  number={index + 1}
                  onCrop={(file) => replace(id, file)}
                />
              )}
            </li>
          ))}
          {uploads.map((upload) => (
            <UploadTile
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload)}
              onDismiss={() => dismiss(upload)}
            />
          ))}
        </ul>
      )}
      {free > 0 && <PictureUpload error={field("pictures").error} onFiles={add} />}
      <FormNotice result={result} />
      <Form id={stepForm} method="post" action="/casting/pictures" noValidate>
        <input type="hidden" name="intent" value="save" />
        <StepButtons step="pictures" />
      </Form>
    </div>
  )
}

function RemoveButton({ id, number }: { id: string; number: number }) {
  const { t } = useTranslation("casting")
  const { formData } = useNavigation()
  const isBusy = formData?.get("intent") === "remove" && formData.get("picture") === id
  return (
    <Form method="post" action="/casting/pictures" preventScrollReset className="absolute top-2 right-2">
      <input type="hidden" name="intent" value="remove" />
      <input type="hidden" name="picture" value={id} />
      <IconButton type="submit" look="photo" label={t("pictures.remove", { number })} isBusy={isBusy}>
        <X />
      </IconButton>
    </Form>
  )
}
