import { useNavigation } from "@remix-run/react"
import ArrowLeft from "lucide-react/icons/arrow-left"
import type { ReactNode } from "react"
import type { WorkshopMediaItem } from "~/domain/profiles/editing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { FieldState, useReturnReason } from "~/features/profiles/editing/field-state"
import { formatLanguage } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useFormatCount } from "~/i18n/use-format-count"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, buttonClass } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { FieldError, TextArea } from "~/ui/form/field"
import { AppLink } from "~/ui/navigation/app-link"
import { OwnPicture } from "./own-picture"
import { PhotoState, photoState, useRejection } from "./photo-state"

/** The most characters of an alt text, as `MediaEdit` says. */
const maxAlt = 200

export interface PhotoEditorProps {
  photo: WorkshopMediaItem
  /** From 1, in its section. */
  number: number
  /** The result of a form by intent. */
  resultOf: (intent: string) => FormResult | undefined
}

/** Everything about one photo: its state, its descriptions, who sees it, and its deletion. */
export function PhotoEditor({ photo, number, resultOf }: PhotoEditorProps) {
  const { t } = useTranslation("photos")
  const rejection = useRejection()(photo)
  const { id, state, visibility, is_cover } = photo
  const isShown = state !== "rejected"
  const isPublic = visibility === "public"
  return (
    <>
      <AppLink to="/profile/escort/photos" className="touch-target inline-flex items-center gap-2 text-ui text-ink2">
        <ArrowLeft aria-hidden className="size-4" /> {t("edit.back")}
      </AppLink>
      <div className="mt-6 grid items-start gap-x-12 gap-y-8 md:grid-cols-[2fr_3fr]">
        {photo.pass ? (
          <OwnPicture
            photo={photo}
            number={number}
            sizes="(width >= 1424px) 520px, (width >= 768px) 38vw, 92vw"
            className="rounded-panel"
          />
        ) : (
          <div className="aspect-[4/5] rounded-panel bg-sunk max-md:hidden" />
        )}
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-4 text-page-title">
            {t("edit.title", { number })} <PhotoState state={state} />
          </h1>
          <p className="measure mt-3 text-body text-ink2">{t(`explained.${photoState(state)}`)}</p>
          {rejection && <Banner tone="bad" fact={rejection} className="mt-5" />}
          {state === "failed" && (
            <ActionForm photo={photo} intent="retry" result={resultOf("retry")}>
              {t("edit.retry")}
            </ActionForm>
          )}
          {isShown && (
            <>
              <AltTexts key={`${photo.version} ${photo.alt_edit?.version}`} photo={photo} result={resultOf("alt")} />
              <Part id="visibility" title={t("edit.visibility")}>
                <p className="text-ui text-ink2">{t(isPublic ? "edit.is_public" : "edit.is_private")}</p>
                <ActionForm photo={photo} intent="visibility" result={resultOf("visibility")}>
                  <input type="hidden" name="visibility" value={isPublic ? "private" : "public"} />
                  {t(isPublic ? "edit.make_private" : "edit.make_public")}
                </ActionForm>
              </Part>
              {isPublic && (
                <Part id="cover" title={t("edit.cover")}>
                  <p className="text-ui text-ink2">{t(is_cover ? "edit.is_cover" : "edit.cover_text")}</p>
                  {is_cover ? (
                    <FormNotice result={resultOf("cover")} />
                  ) : (
                    <ActionForm photo={photo} intent="cover" result={resultOf("cover")}>
                      {t("edit.make_cover")}
                    </ActionForm>
                  )}
                </Part>
              )}
            </>
          )}
          <details className="mt-10 border-t border-line pt-5">
            <summary className={buttonClass({ variant: "ghost" })}>{t("edit.delete")}</summary>
            <p className="measure mt-3 text-ui text-ink2">{t("edit.delete_text")}</p>
            <Form method="post" action="/profile/escort/photos" className="mt-3">
              <input type="hidden" name="photo" value={id} />
              <Button type="submit" name="intent" value="delete" variant="danger">
                {t("edit.delete_sure")}
              </Button>
            </Form>
          </details>
        </div>
      </div>
    </>
  )
}

function Part({ id, title, aside, children }: { id: string; title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="text-ui font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <div className="mt-1">{children}</div>
    </section>
  )
}

interface ActionFormProps {
  photo: WorkshopMediaItem
  intent: "visibility" | "cover" | "retry"
  result: FormResult | undefined
  children: ReactNode
}

/** A button that does one thing to the version that its owner sees. */
function ActionForm({ photo: { id, version }, intent, result, children }: ActionFormProps) {
  useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === intent
  return (
    <Form method="post" action={`/profile/escort/photos?photo=${id}`} className="mt-3">
      <input type="hidden" name="photo" value={id} />
      <input type="hidden" name="version" value={version} />
      <Button type="submit" name="intent" value={intent} isBusy={isBusy}>
        {children}
      </Button>
      <FormNotice result={result} />
    </Form>
  )
}

function AltTexts({ photo, result }: { photo: WorkshopMediaItem; result: FormResult | undefined }) {
  const { t } = useTranslation(["photos", "workshop"])
  const locale = useLocale()
  const formatCount = useFormatCount()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "alt"
  const { id, state, version, alt, alt_edit: edit } = photo
  const returned = useReturnReason()({ edit })
  const isReviewed = state === "approved" || state === "reported"
  return (
    <Part id="alt" title={t("edit.alt_title")} aside={<FieldState edit={edit} />}>
      <p className="measure text-ui text-ink2">{t("edit.alt_lead")}</p>
      {isReviewed && <p className="measure mt-1 text-ui text-ink2">{t("edit.alt_reviewed")}</p>}
      {returned && (
        <p className="mt-2">
          <FieldError>{returned}</FieldError>
        </p>
      )}
      <Form
        ref={form}
        method="post"
        action={`/profile/escort/photos?photo=${id}`}
        noValidate
        className="mt-4 max-w-xl space-y-5"
      >
        <input type="hidden" name="photo" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="alt_version" value={edit?.version ?? ""} />
        {locales.map(({ code }) => {
          const { defaultValue, ...props } = field(`alt_${code}`)
          return (
            <TextArea
              key={code}
              {...props}
              lang={code}
              label={t("edit.alt", { language: formatLanguage(code, locale) })}
              defaultValue={defaultValue ?? (edit?.alt ?? alt)[code] ?? ""}
              maxLength={maxAlt}
              countFrom={0}
              formatCount={formatCount}
              size="short"
            />
          )
        })}
        <Button type="submit" name="intent" value="alt" isBusy={isBusy}>
          {t("edit.save")}
        </Button>
        <FormNotice result={result} />
      </Form>
      {edit?.state === "draft" && (
        <p className="mt-3 text-ui">
          <AppLink to="/profile/escort" className="link">
            {t("edit.alt_submit")}
          </AppLink>
        </p>
      )}
    </Part>
  )
}
