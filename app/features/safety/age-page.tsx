import { LegalLinks, reportPath } from "~/features/shell/footer"
import { LanguageSwitch } from "~/features/shell/language/language-switch"
import { QuickExit } from "~/features/shell/safety"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { Button, buttonClass } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { StillPortrait } from "~/ui/still-portrait"

/** Asked once, before anything of a profile is shown. A plain form: the page after it is another document. */
export function AgePage({ to }: { to: string }) {
  const { t } = useTranslation(["safety", "common"])
  const name = useRootData()?.app.name
  return (
    <div className="page-container flex grow flex-col">
      <header className="sticky top-0 z-40 flex h-(--header-height) shrink-0 items-center gap-4 bg-paper">
        <p className="font-display text-[1.75rem] leading-none tracking-tight">{name}</p>
        <QuickExit />
        <LanguageSwitch className="ml-auto flex" />
      </header>
      <div className="m-auto grid w-full gap-8 py-12 md:grid-cols-2 md:items-center md:gap-16">
        <StillPortrait className="w-28 md:w-full md:max-w-[23rem] md:justify-self-end" />
        <div className="min-w-0">
          <h1 className="text-page-title-large">{t("age.heading")}</h1>
          <p className="mt-5 text-lead text-ink2">{t("age.lead")}</p>
          <form method="post" action="/age" className="mt-9 flex flex-wrap gap-3">
            <input type="hidden" name="to" value={to} />
            <Button type="submit" variant="primary" size="large" className="max-sm:w-full">
              {t("age.confirm")}
            </Button>
            <a href="/exit" rel="nofollow" className={`${buttonClass({ size: "large" })} max-sm:w-full`}>
              {t("age.leave")}
            </a>
          </form>
          <p className="mt-6 border-t border-line pt-4 text-meta text-mute">{t("age.note")}</p>
        </div>
      </div>
      <footer className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line py-5 text-meta text-mute">
        <AppLink to="/about" className="touch-target py-1 hover:text-ink max-lg:py-3">
          {t("common:shell.about_us")}
        </AppLink>
        <LegalLinks />
        <AppLink to={reportPath(to)} className="touch-target py-1 hover:text-ink max-lg:py-3">
          {t("common:shell.report")}
        </AppLink>
      </footer>
    </div>
  )
}
