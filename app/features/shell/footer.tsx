import { useLocation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { AppLink } from "~/ui/navigation/app-link"
import { LanguageSwitch } from "./language/language-switch"
import { Logo } from "./logo"

export function Footer() {
  const { t } = useTranslation()
  const root = useRootData()
  const { pathname } = useLocation()
  return (
    <footer className="mt-16 border-t border-line md:mt-28">
      <div className="page-container grid grid-cols-2 gap-x-8 gap-y-10 py-12 md:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="max-md:col-span-2">
          <Logo className="text-[2rem]" />
          <p className="mt-4 max-w-72 text-ui text-ink2">{t("shell.about")}</p>
        </div>
        <Column
          title={t("shell.discover")}
          links={[
            ["/escorts", t("shell.browse")],
            ["/#categories", t("shell.categories")],
            ["/#cities", t("shell.cities")],
            ["/about", t("shell.about_us")],
            ["/transparency", t("shell.transparency")],
          ]}
        />
        <Column
          title={t("shell.joining")}
          links={[
            ["/plans", t("shell.plans")],
            ["/casting", t("shell.casting")],
            ["/legal/terms", t("shell.terms")],
          ]}
        />
        <Column
          title={t("shell.help")}
          links={[
            ["/faq", t("shell.faq")],
            ["/contact", t("shell.contact")],
            ["/legal/use", t("shell.house_rules")],
            [reportPath(pathname), t("shell.report")],
          ]}
        />
      </div>
      <div className="page-container">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-5 text-meta text-mute">
          <p>© 2026 {root?.app.name}</p>
          <LegalLinks />
          <LanguageSwitch className="ml-auto flex" />
        </div>
      </div>
    </footer>
  )
}

/** Returns the address of the form that reports a page. */
export function reportPath(page: string): string {
  return `/report?about=${encodeURIComponent(page)}`
}

/** The legal pages that a law requires to be linked nearby. */
export function LegalLinks() {
  const { t } = useTranslation()
  const links = [
    ["/legal/notice", t("shell.notice")],
    ["/legal/cgu", t("shell.cgu")],
    ["/legal/privacy", t("shell.privacy")],
  ] as const
  return links.map(([to, label]) => (
    <FooterLink key={to} to={to}>
      {label}
    </FooterLink>
  ))
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <AppLink to={to} className="touch-target py-1 hover:text-ink max-lg:py-3">
      {children}
    </AppLink>
  )
}

function Column({ title, links }: { title: string; links: [to: string, label: string][] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-meta font-semibold">{title}</h2>
      <ul className="mt-2 lg:mt-4 lg:space-y-1">
        {links.map(([to, label]) => (
          <li key={to}>
            <AppLink to={to} className="inline-block max-w-full min-w-11 py-3 text-ui lg:py-1 text-ink2 hover:text-ink">
              {label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
