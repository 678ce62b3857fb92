import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/lib/root-data"
import { AppLink } from "~/ui/app-link"
import { LanguageSwitch } from "./language-switch"
import { Logo } from "./logo"

export function Footer() {
  const { t } = useTranslation()
  const root = useRootData()
  return (
    <footer className="mt-16 border-t border-line md:mt-28">
      <div className="page-container grid gap-10 py-12 md:grid-cols-2">
        <div>
          <Logo className="text-[2rem]" />
          <p className="mt-4 max-w-72 text-ui text-ink2">{t("shell.about")}</p>
        </div>
        <nav aria-labelledby="footer-discover" className="md:justify-self-end">
          <h2 id="footer-discover" className="text-meta font-semibold">
            {t("shell.discover")}
          </h2>
          <ul className="mt-4 space-y-1">
            <FooterLink to="/escorts">{t("shell.browse")}</FooterLink>
            <FooterLink to="/#categories">{t("shell.categories")}</FooterLink>
            <FooterLink to="/#cities">{t("shell.cities")}</FooterLink>
          </ul>
        </nav>
      </div>
      <div className="page-container">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line py-5 text-meta text-mute">
          <p>© 2026 {root?.app.name}</p>
          <LanguageSwitch className="flex" />
        </div>
      </div>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <AppLink to={to} className="inline-block py-1 text-ui text-ink2 hover:text-ink">
        {children}
      </AppLink>
    </li>
  )
}
