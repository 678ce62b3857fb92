import { NavLink, useLocation } from "@remix-run/react"
import {
  ExternalLink,
  Film,
  Flag,
  IdCard,
  Images,
  Inbox,
  LayoutDashboard,
  LifeBuoy,
  Mails,
  Menu as MenuIcon,
  UserPlus,
} from "lucide-react"
import type { ReactNode } from "react"
import { ColorModeMenu } from "~/features/color-mode/color-mode-menu"
import { LanguageSwitch } from "~/features/language/language-switch"
import { AccountMenu } from "~/features/shell/account-menu"
import { Logo } from "~/features/shell/logo"
import { QuickExit } from "~/features/shell/safety"
import { SkipLink } from "~/features/shell/shell"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"
import { IconButton } from "~/ui/button"
import { Menu, MenuItem } from "~/ui/overlay/menu"

/** The back office: places on the left from 1024 px on, in a menu below that; it uses the whole window, up to 1720 px. */
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
          <div className="mx-auto flex min-h-(--header-height) max-w-[1720px] items-center gap-1 px-4 max-md:flex-wrap sm:gap-2 md:px-8">
            <Logo className="text-[1.5rem] sm:mr-2 sm:text-[1.75rem] lg:hidden" />
            <QuickExit />
            <div className="lg:hidden">
              <PlacesMenu />
            </div>
            <div className="ml-auto flex items-center max-md:flex-wrap sm:gap-2 md:gap-4">
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

const places = [
  { to: "/dashboard/admin", text: "title", Icon: LayoutDashboard },
  { to: "/dashboard/admin/review", text: "review", Icon: Inbox },
  { to: "/dashboard/admin/media", text: "photos", Icon: Images },
  { to: "/dashboard/admin/videos", text: "videos", Icon: Film },
  { to: "/dashboard/admin/applications", text: "applications", Icon: UserPlus },
  { to: "/dashboard/admin/reports", text: "reports", Icon: Flag },
  { to: "/dashboard/admin/identity", text: "identity", Icon: IdCard },
  { to: "/dashboard/admin/tickets", text: "tickets", Icon: LifeBuoy },
  { to: "/dashboard/admin/mail", text: "mail", Icon: Mails },
  { to: "/", text: "site", Icon: ExternalLink },
] as const

const placeClass =
  "flex h-10 items-center gap-3 rounded-small px-3 text-ui transition-colors hover:bg-sunk [&_.lucide]:size-4.5"

function Places() {
  const { t } = useTranslation("admin")
  return places.map(({ to, text, Icon }) => (
    <NavLink
      key={to}
      to={to}
      end
      prefetch="none"
      className={({ isActive }) => classNames(placeClass, isActive ? "bg-sunk font-medium text-ink" : "text-ink2")}
    >
      <Icon aria-hidden />
      <span>{t(text)}</span>
    </NavLink>
  ))
}

function PlacesMenu() {
  const { t } = useTranslation("admin")
  const { pathname } = useLocation()
  return (
    <Menu
      label={t("nav")}
      trigger={(attributes) => (
        <IconButton label={t("nav")} {...attributes}>
          <MenuIcon />
        </IconButton>
      )}
    >
      {places.map(({ to, text, Icon }) => (
        <MenuItem key={to} to={to} icon={<Icon />} isCurrent={pathname === to}>
          {t(text)}
        </MenuItem>
      ))}
    </Menu>
  )
}
