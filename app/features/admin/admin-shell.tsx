import { NavLink } from "@remix-run/react"
import { ExternalLink, LayoutDashboard, Mails } from "lucide-react"
import type { ReactNode } from "react"
import { AccountMenu } from "~/features/shell/account-menu"
import { ColorModeMenu } from "~/features/shell/color-mode-menu"
import { LanguageSwitch } from "~/features/shell/language-switch"
import { Logo } from "~/features/shell/logo"
import { QuickExit } from "~/features/shell/safety"
import { SkipLink } from "~/features/shell/shell"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/lib/root-data"

/** The back office: places on the left from 1024 px on, in the bar below that; it uses the whole window, up to 1720 px. */
export function AdminShell({ children }: { children: ReactNode }) {
  const { t } = useTranslation("admin")
  const user = useRootData()?.user
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[216px_minmax(0,1fr)]">
      <SkipLink />
      <aside className="max-lg:contents lg:sticky lg:top-0 lg:h-dvh lg:px-3">
        <p className="flex h-(--header-height) items-center gap-2 px-3 text-meta text-mute max-lg:hidden">
          <Logo className="text-[1.75rem] text-ink" />
          {t("back_office")}
        </p>
        <nav aria-label={t("nav")} className="mt-2 space-y-1 max-lg:hidden">
          <Places />
        </nav>
      </aside>
      <div className="flex min-w-0 flex-col border-line lg:border-l">
        <header className="sticky top-0 z-40 border-b border-line bg-paper">
          <div className="mx-auto flex h-(--header-height) max-w-[1720px] items-center gap-2 px-4 md:px-8">
            <Logo className="mr-2 text-[1.75rem] lg:hidden" />
            <QuickExit />
            <nav aria-label={t("nav")} className="flex min-w-0 gap-1 lg:hidden">
              <Places isCompact />
            </nav>
            <div className="ml-auto flex items-center gap-2 md:gap-4">
              <LanguageSwitch className="hidden md:flex" />
              <div className="max-md:hidden">
                <ColorModeMenu />
              </div>
              {user && <AccountMenu user={user} />}
            </div>
          </div>
        </header>
        <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[1720px] grow px-4 py-8 outline-none md:px-8">
          {children}
        </main>
      </div>
    </div>
  )
}

const placeClass =
  "flex h-10 items-center gap-3 rounded-small text-ui transition-colors hover:bg-sunk [&_.lucide]:size-4.5"

/** In the bar of a phone the words give way to their icons. */
function Places({ isCompact }: { isCompact?: boolean }) {
  const { t } = useTranslation("admin")
  const look = isCompact ? "px-2.5 *:last:max-md:sr-only" : "px-3"
  return (
    <>
      <NavLink
        to="/dashboard/admin"
        end
        prefetch="none"
        className={({ isActive }) =>
          classNames(placeClass, look, isActive ? "bg-sunk font-medium text-ink" : "text-ink2")
        }
      >
        <LayoutDashboard aria-hidden />
        <span>{t("title")}</span>
      </NavLink>
      <NavLink
        to="/dashboard/admin/mail"
        prefetch="none"
        className={({ isActive }) =>
          classNames(placeClass, look, isActive ? "bg-sunk font-medium text-ink" : "text-ink2")
        }
      >
        <Mails aria-hidden />
        <span>{t("mail")}</span>
      </NavLink>
      <NavLink to="/" prefetch="none" className={classNames(placeClass, look, "text-ink2")}>
        <ExternalLink aria-hidden />
        <span>{t("site")}</span>
      </NavLink>
    </>
  )
}
