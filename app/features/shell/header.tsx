import { NavLink, useLocation, useSearchParams } from "@remix-run/react"
import MenuIcon from "lucide-react/icons/menu"
import Search from "lucide-react/icons/search"
import X from "lucide-react/icons/x"
import { type ReactNode, useEffect, useRef } from "react"
import { SearchBox } from "~/features/listing/search-box"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"
import { ButtonLink } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { AccountMenu } from "./account-menu"
import { ColorModeMenu } from "./color-mode/color-mode-menu"
import { LanguageSwitch } from "./language/language-switch"
import { LoginLink } from "./login-link"
import { Logo } from "./logo"
import { QuickExit } from "./safety"

/**
 * 4rem high, unless large text needs a second line, with the hairline at its foot; below 1024 px the links move into a
 * panel that opens without any script, but for the first one from 768 px on.
 */
export function Header() {
  const { t } = useTranslation()
  const user = useRootData()?.user
  const [parameters] = useSearchParams()
  const address = { q: parameters.get("q") ?? undefined }
  return (
    <header className="site-header">
      <div className="page-container header-row">
        <Logo />
        <QuickExit />
        <nav aria-label={t("shell.nav")} className="hidden h-full items-center gap-7 md:flex">
          <BarLink to="/escorts">{t("shell.browse")}</BarLink>
          <AppLink to="/#cities" className="text-ui text-ink2 max-lg:hidden hover:text-ink">
            {t("shell.cities")}
          </AppLink>
          {!user && (
            <AppLink to="/plans" className="text-ui text-ink2 max-lg:hidden hover:text-ink">
              {t("shell.plans")}
            </AppLink>
          )}
        </nav>
        <SearchBox address={address} className="ml-auto w-72 max-lg:hidden" />
        <div className="ml-auto flex items-center gap-1 max-md:flex-wrap max-md:justify-end sm:gap-2 lg:ml-0 lg:gap-4">
          {/* A member's phone has no room for it: there it is in the menu. */}
          <HeaderPanel
            icon={<Search aria-hidden />}
            label={t("shell.search")}
            className={user ? "max-md:hidden lg:hidden" : "lg:hidden"}
          >
            <SearchBox address={address} className="page-container py-4" />
          </HeaderPanel>
          <LanguageSwitch className="hidden lg:flex" />
          {/* Below that width it is in the menu. */}
          <div className="max-lg:hidden">
            <ColorModeMenu />
          </div>
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <>
              <LoginLink />
              <ButtonLink to="/become-member" variant="primary" className="max-md:hidden">
                {t("shell.become_member")}
              </ButtonLink>
            </>
          )}
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}

function BarLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      prefetch="none"
      className={({ isActive }) =>
        classNames(
          "-mb-px flex h-full items-center border-y-2 border-t-transparent text-ui forced-colors:border-t-0",
          isActive
            ? "border-accent font-medium text-ink"
            : "border-transparent text-ink2 hover:text-ink forced-colors:border-b-0",
        )
      }
    >
      {children}
    </NavLink>
  )
}

function PhoneMenu() {
  const { t } = useTranslation()
  const user = useRootData()?.user
  return (
    <HeaderPanel icon={<MenuIcon aria-hidden />} label={t("shell.menu")} className="lg:hidden">
      <nav aria-label={t("shell.nav")} className="page-container flex flex-col pb-6">
        {user && <SearchBox className="py-4 md:hidden" />}
        <AppLink to="/escorts" className="border-b border-line py-4 text-body">
          {t("shell.browse")}
        </AppLink>
        <AppLink to="/#cities" className="border-b border-line py-4 text-body">
          {t("shell.cities")}
        </AppLink>
        {!user && (
          <AppLink to="/plans" className="border-b border-line py-4 text-body">
            {t("shell.plans")}
          </AppLink>
        )}
        {!user && (
          <ButtonLink to="/become-member" variant="primary" size="large" isWide className="mt-6 md:hidden">
            {t("shell.become_member")}
          </ButtonLink>
        )}
        <div className="flex items-center justify-between pt-5">
          <LanguageSwitch className="flex" />
          <ColorModeMenu />
        </div>
      </nav>
    </HeaderPanel>
  )
}

type HeaderPanelProps = { icon: ReactNode; label: string; className: string; children: ReactNode }

/** Opens below the header: a `<details>`, so that it works before hydration and without script. One of them is open at a time. */
function HeaderPanel({ icon, label, className, children }: HeaderPanelProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  const location = useLocation()
  useEffect(() => {
    if (ref.current && location) ref.current.open = false
  }, [location])
  return (
    <details
      ref={ref}
      name="header"
      className={`header-panel ${className}`}
      onClick={(event) => {
        const { currentTarget: panel } = event
        const field = panel.querySelector<HTMLElement>("[type=search]")
        if ((event.target as Element).closest("a")) panel.open = false
        else if (field && !panel.open) {
          // At once: some phones show their keyboard only for a focus within the press.
          event.preventDefault()
          panel.open = true
          field.focus()
        }
      }}
      onKeyDown={({ key, defaultPrevented, currentTarget: panel }) => {
        if (key !== "Escape" || defaultPrevented) return
        panel.open = false
        panel.querySelector("summary")?.focus()
      }}
    >
      <summary>
        {icon}
        <X aria-hidden className="cross" />
        <span className="sr-only">{label}</span>
      </summary>
      <div>{children}</div>
    </details>
  )
}
