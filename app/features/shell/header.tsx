import { NavLink, useLocation, useSearchParams } from "@remix-run/react"
import MenuIcon from "lucide-react/icons/menu"
import X from "lucide-react/icons/x"
import { useEffect, useRef } from "react"
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
 * 4rem high, unless large text needs a second line, with the hairline at its foot; below 768 px the links move into a
 * panel that opens without any script.
 */
export function Header() {
  const { t } = useTranslation()
  const user = useRootData()?.user
  return (
    <header className="sticky top-(--impersonation-bar) z-40 min-h-(--header-height) shrink-0 border-b border-line bg-paper md:h-(--header-height)">
      <div className="page-container flex min-h-[calc(var(--header-height)-1px)] items-center gap-x-2 max-md:flex-wrap sm:gap-x-4 md:h-full lg:gap-x-8">
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
        <HeaderSearch />
        <div className="ml-auto flex items-center gap-1 max-md:flex-wrap max-md:justify-end sm:gap-2 md:gap-4 lg:ml-0">
          <LanguageSwitch className="hidden md:flex" />
          {/* On a phone it is in the menu. */}
          <div className="max-md:hidden">
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

/** From 1024 px on; below that the listing has a box of its own, and on a phone the menu, too. */
function HeaderSearch() {
  const [parameters] = useSearchParams()
  return <SearchBox address={{ q: parameters.get("q") ?? undefined }} className="ml-auto w-72 max-lg:hidden" />
}

function BarLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      prefetch="none"
      className={({ isActive }) =>
        classNames(
          "-mb-px flex h-full items-center border-y-2 border-t-transparent text-ui forced-colors:border-t-[Canvas]",
          isActive
            ? "border-accent font-medium text-ink"
            : "border-transparent text-ink2 hover:text-ink forced-colors:border-b-[Canvas]",
        )
      }
    >
      {children}
    </NavLink>
  )
}

/** A `<details>`, so that on a phone every link works before hydration, and without script. */
function PhoneMenu() {
  const { t } = useTranslation()
  const user = useRootData()?.user
  const ref = useRef<HTMLDetailsElement>(null)
  const location = useLocation()
  useEffect(() => {
    if (ref.current && location) ref.current.open = false
  }, [location])
  return (
    <details
      ref={ref}
      className="group md:hidden"
      onClick={(event) => {
        if ((event.target as Element).closest("a")) event.currentTarget.open = false
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) event.currentTarget.open = false
      }}
    >
      <summary className="touch-target flex size-10 cursor-pointer list-none items-center justify-center rounded-full hover:bg-sunk [&::-webkit-details-marker]:hidden">
        <MenuIcon aria-hidden className="size-5 group-open:hidden" />
        <X aria-hidden className="hidden size-5 group-open:block" />
        <span className="sr-only">{t("shell.menu")}</span>
      </summary>
      <nav
        aria-label={t("shell.nav")}
        className="absolute inset-x-0 top-full flex flex-col border-b border-line bg-raised px-4 pb-6 shadow-pop"
      >
        <SearchBox className="mt-4 mb-2" />
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
          <ButtonLink to="/become-member" variant="primary" size="large" isWide className="mt-6">
            {t("shell.become_member")}
          </ButtonLink>
        )}
        <div className="flex items-center justify-between pt-5">
          <LanguageSwitch className="flex" />
          <ColorModeMenu />
        </div>
      </nav>
    </details>
  )
}
