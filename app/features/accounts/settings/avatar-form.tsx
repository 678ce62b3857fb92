import { useSubmit } from "@remix-run/react"
import { type FormEvent, type RefObject, useRef, useState } from "react"
import { readPicture } from "~/browser/draw-picture"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { CropButton } from "~/features/media/crop/crop-button"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Avatar } from "~/ui/avatar"
import { Button } from "~/ui/button"
import { FileField } from "~/ui/form/file-field"
import { useSettingsForm } from "./use-settings-form"

/** In pixels. The stored one is smaller. */
const sentSide = 1024

/** The member's picture: upload or removal. The browser rotates and shrinks it before the upload. */
export function AvatarForm({ name, avatar }: { name: string; avatar: string | null }) {
  const { t } = useTranslation("settings")
  const { form, field, result, action, button, isBusy } = useSettingsForm("avatar")
  const removal = useSettingsForm("remove-avatar")
  const input = useRef<HTMLInputElement>(null)
  const submit = useSubmit()
  const [isPreparing, setPreparing] = useState(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    const file = input.current?.files?.[0]
    if (!file) return
    event.preventDefault()
    setPreparing(true)
    const body = new FormData()
    body.set(button.name, button.value)
    body.set("avatar", (await readPicture(file, sentSide))?.blob ?? file, "picture")
    setPreparing(false)
    submit(body, { method: "post", action, encType: "multipart/form-data" })
  }

  const { defaultValue: _, ...rest } = field("avatar")
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
      <Avatar src={avatar ?? undefined} alt={name} size="3xl" />
      <div className="min-w-0 grow basis-64">
        <Form ref={form} method="post" action={action} encType="multipart/form-data" noValidate onSubmit={send}>
          <PictureField key={avatar} input={input} {...rest} />
          <div className="mt-4 flex flex-wrap gap-3">
            <Button {...button} isBusy={isBusy || isPreparing}>
              {t("avatar.submit")}
            </Button>
            {avatar && (
              <Button {...removal.button} form="remove-avatar" variant="ghost" isBusy={removal.isBusy}>
                {t("avatar.remove")}
              </Button>
            )}
          </div>
          <FormNotice result={result ?? removal.result} />
        </Form>
        <Form id="remove-avatar" method="post" action={removal.action} />
      </div>
    </div>
  )
}

interface PictureFieldProps {
  input: RefObject<HTMLInputElement>
  name: string
  error?: string
}

/** The field of the picture, which can be cropped before it is sent. */
function PictureField({ input, ...field }: PictureFieldProps) {
  const { t } = useTranslation("settings")
  const [file, setFile] = useState<File>()
  return (
    <>
      <FileField
        {...field}
        ref={input}
        label={t("avatar.label")}
        prompt={t("avatar.prompt")}
        hint={t("avatar.hint")}
        accept="image/jpeg,image/png,image/webp,image/avif"
        required
        isForPaste
        onChosen={([chosen]) => setFile(chosen)}
      />
      {file && <CropButton field={input} file={file} fixedRatio="square" maxSide={sentSide} />}
    </>
  )
}
