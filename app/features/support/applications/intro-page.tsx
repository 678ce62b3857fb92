import { useNavigation } from "@remix-run/react"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { Scene } from "~/features/profiles/public/scene"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, ButtonLink } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { Disclosure } from "~/ui/overlay/disclosure"

const meanings = ["identity", "review", "control", "commission"] as const
const stages = ["write", "read", "check", "public"] as const

type ApplicationStage =
  | { kind: "new" }
  | { kind: "listed" }
  | { kind: "draft"; id: string; expires_at: number | null }
  | { kind: "sent"; reference: string; isEditable: boolean }

export interface IntroPageProps {
  stage: ApplicationStage
  isMember: boolean
  result: FormResult | undefined
}

/** Introduction of being listed and of applying, then the link to begin or to continue. */
export function IntroPage({ stage, isMember, result }: IntroPageProps) {
  const { t } = useTranslation("casting")
  return (
    <div className="pt-10 md:pt-16">
      <div className="page-container grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)] xl:gap-x-28">
        <div>
          <h1 className="text-page-title-large">{t("title")}</h1>
          <p className="measure mt-5 text-lead text-ink2">{t("lead")}</p>
          <WayIn stage={stage} />
          <p className="measure mt-6 text-ui text-ink2">{t("self_only")}</p>
          <FormNotice result={result} />
        </div>
        <Scene name="table" sizes="(min-width: 1024px) 30rem, 100vw" className="aspect-[4/3] rounded-panel" />
      </div>
      <section aria-labelledby="meaning" className="page-container mt-16 md:mt-24">
        <h2 id="meaning" className="text-section">
          {t("meaning.title")}
        </h2>
        <ul className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {meanings.map((name) => (
            <li key={name} className="border-t border-ink pt-4">
              <h3 className="text-body font-semibold">{t(`meaning.${name}.title`)}</h3>
              <p className="mt-2 text-ui leading-relaxed text-ink2">{t(`meaning.${name}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className="page-container mt-16 grid gap-x-16 gap-y-12 md:mt-24 lg:grid-cols-2">
        <section aria-labelledby="stages">
          <h2 id="stages" className="text-section">
            {t("stages.title")}
          </h2>
          <ol className="mt-6 divide-y divide-line border-y border-line">
            {stages.map((name, index) => (
              <li key={name} className="flex gap-5 py-4">
                <span aria-hidden className="w-4 font-display text-card-title text-mute">
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-body font-semibold">{t(`stages.${name}.title`)}</h3>
                  <p className="mt-1 text-ui text-ink2">{t(`stages.${name}.text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="draft">
          <h2 id="draft" className="text-section">
            {t("keeping.title")}
          </h2>
          <p className="measure mt-6 text-body text-ink2">{t(isMember ? "keeping.member" : "keeping.visitor")}</p>
          <p className="measure mt-3 text-body text-ink2">{t("keeping.deleted")}</p>
          {stage.kind === "draft" && <DeleteDraft />}
        </section>
      </div>
    </div>
  )
}

function WayIn({ stage }: Pick<IntroPageProps, "stage">) {
  const { t } = useTranslation("casting")
  const locale = useLocale()
  const primary = { variant: "primary", size: "large" } as const
  if (stage.kind === "listed") {
    return (
      <>
        <p className="mt-8 text-body font-medium">{t("way.listed")}</p>
        <ButtonLink to="/profile/escort" size="large" className="mt-4">
          {t("way.profile")}
        </ButtonLink>
      </>
    )
  }
  if (stage.kind === "draft") {
    const date = stage.expires_at && formatDate(stage.expires_at, locale, "date")
    return (
      <>
        <p role="status" className="mt-8 text-body font-medium">
          {date && t("way.kept", { date })}
        </p>
        <ButtonLink {...primary} to="/casting/you" className="mt-4">
          {t("way.on")}
        </ButtonLink>
      </>
    )
  }
  if (stage.kind === "sent") {
    return (
      <>
        <p className="mt-8 text-body font-medium">{t("way.sent", { reference: stage.reference })}</p>
        <ButtonLink {...primary} to="/casting/status" className="mt-4">
          {t(stage.isEditable ? "way.change" : "way.follow")}
        </ButtonLink>
      </>
    )
  }
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
      <ButtonLink {...primary} to="/casting/you" className="max-sm:w-full">
        {t("way.begin")}
      </ButtonLink>
      <AppLink to="/contact" className="link touch-target text-ui">
        {t("way.ask")}
      </AppLink>
    </p>
  )
}

/** Opened first, then pressed: a deleted draft cannot be restored. */
function DeleteDraft() {
  const { t } = useTranslation("casting")
  const isBusy = useNavigation().state === "submitting"
  return (
    <div className="mt-8">
      <Disclosure look="group" title={t("discard.title")}>
        <p className="text-ui text-ink2">{t("discard.text")}</p>
        <Form method="post" className="mt-4">
          <Button type="submit" variant="danger" isBusy={isBusy}>
            {t("discard.submit")}
          </Button>
        </Form>
      </Disclosure>
    </div>
  )
}
