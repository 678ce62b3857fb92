import { NavLink, useLocation } from "@remix-run/react"
import type { LucideIcon } from "lucide-react"
import CircleHelp from "lucide-react/icons/circle-question-mark"
import Euro from "lucide-react/icons/euro"
import ExternalLink from "lucide-react/icons/external-link"
import FileChart from "lucide-react/icons/file-chart-column"
import FileText from "lucide-react/icons/file-text"
import Film from "lucide-react/icons/film"
import Fingerprint from "lucide-react/icons/fingerprint-pattern"
import Flag from "lucide-react/icons/flag"
import Gavel from "lucide-react/icons/gavel"
import Globe from "lucide-react/icons/globe"
import GlobeLock from "lucide-react/icons/globe-lock"
import HandCoins from "lucide-react/icons/hand-coins"
import HeartHandshake from "lucide-react/icons/heart-handshake"
import IdCard from "lucide-react/icons/id-card"
import Images from "lucide-react/icons/images"
import Inbox from "lucide-react/icons/inbox"
import LayoutDashboard from "lucide-react/icons/layout-dashboard"
import LifeBuoy from "lucide-react/icons/life-buoy"
import ListChecks from "lucide-react/icons/list-checks"
import Mails from "lucide-react/icons/mails"
import MapPin from "lucide-react/icons/map-pin"
import MenuIcon from "lucide-react/icons/menu"
import MessageSquareText from "lucide-react/icons/message-square-text"
import Rows3 from "lucide-react/icons/rows-3"
import Scale from "lucide-react/icons/scale"
import ScrollText from "lucide-react/icons/scroll-text"
import Settings from "lucide-react/icons/settings"
import Shapes from "lucide-react/icons/shapes"
import Tags from "lucide-react/icons/tags"
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point"
import UserCog from "lucide-react/icons/user-cog"
import UserPlus from "lucide-react/icons/user-plus"
import Users from "lucide-react/icons/users"
import WalletCards from "lucide-react/icons/wallet-cards"
import Webhook from "lucide-react/icons/webhook"
import type { ReactNode } from "react"
import type { QueueCount } from "~/domain/back-office/queues"
import { recordChannelOf } from "~/domain/back-office/records"
import { type Place, placeGroups } from "~/domain/back-office/records/schema"
import { AccountMenu } from "~/features/shell/account-menu"
import { ColorModeMenu } from "~/features/shell/color-mode/color-mode-menu"
import { LanguageSwitch } from "~/features/shell/language/language-switch"
import { Logo } from "~/features/shell/logo"
import { QuickExit } from "~/features/shell/safety"
import { SkipLink } from "~/features/shell/shell"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"
import { DotBadge } from "~/ui/badge"
import { IconButton } from "~/ui/button"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import { PaletteButton } from "./kit/palette-button"
import { QueueBadge } from "./live/queue-badge"
import { RecordPresence } from "./live/record-presence"
import { useQueueCounts } from "./live/use-queue-counts"
import { PendingPage } from "./pending-page"
import { ProofAsked } from "./proof/proof-asked"

type AdminShellProps = {
  places: readonly Place[]
  children: ReactNode
}

/** The back office: places on the left from 1024 px on, in a menu below that; it uses the whole window, up to 1720 px. */
export function AdminShell({ places, children }: AdminShellProps) {
  const { t } = useTranslation("admin")
  const user = useRootData()?.user
  const counts = useQueueCounts()
  const record = recordChannelOf(useLocation().pathname)
  return (
    <div className="lg:grid lg:grow lg:grid-cols-[216px_minmax(0,1fr)]">
      <SkipLink />
      <aside aria-label={t("back_office")} className="max-lg:contents">
        {/* As high as the window, but for what stands above it: without a scroll bar of its own height. */}
        <div className="max-lg:contents lg:sticky lg:top-0 lg:h-0 lg:min-h-[min(100%,100dvh)] lg:overflow-y-auto lg:px-3 lg:pb-4">
          <p className="flex h-(--header-height) items-center gap-2 px-3 text-meta text-mute max-lg:hidden">
            <Logo className="text-[1.75rem] text-ink" />
            {t("back_office")}
          </p>
          <nav aria-label={t("nav")} className="mt-2 max-lg:hidden">
            <Places places={places} counts={counts} />
          </nav>
        </div>
      </aside>
      <div className="flex min-w-0 flex-col border-line lg:border-l">
        <header className="sticky top-0 z-40 border-b border-line bg-paper">
          <div className="mx-auto flex min-h-(--header-height) max-w-[1720px] items-center gap-1 px-4 max-md:flex-wrap sm:gap-2 md:px-8">
            <Logo className="mr-2 text-[1.75rem] max-sm:hidden lg:hidden" />
            <QuickExit />
            <div className="lg:hidden">
              <PlacesMenu places={places} counts={counts} />
            </div>
            <PaletteButton places={places} />
            <div className="ml-auto flex items-center max-md:flex-wrap sm:gap-2 md:gap-4">
              <LanguageSwitch className="hidden md:flex" />
              <div className="max-md:hidden">
                <ColorModeMenu />
              </div>
              {user && <AccountMenu user={user} />}
            </div>
          </div>
        </header>
        <ProofAsked />
        <main
          id="content"
          tabIndex={-1}
          className="relative mx-auto w-full max-w-[1720px] grow px-4 py-8 outline-none md:px-8 max-md:[&_h1]:wrap-anywhere"
        >
          <PendingPage>
            <RecordPresence channel={record}>{children}</RecordPresence>
          </PendingPage>
        </main>
      </div>
    </div>
  )
}

const icons: Record<string, LucideIcon> = {
  "": LayoutDashboard,
  appeals: Scale,
  applications: UserPlus,
  audit: ScrollText,
  "billing-issues": TriangleAlert,
  "billing-requests": HandCoins,
  cases: Flag,
  cities: MapPin,
  countries: Globe,
  "country-changes": GlobeLock,
  faqs: CircleHelp,
  help: HeartHandshake,
  identity: Fingerprint,
  mail: Mails,
  media: Images,
  pages: FileText,
  "payment-events": Webhook,
  plans: WalletCards,
  policies: Gavel,
  "prepared-answers": MessageSquareText,
  prices: Euro,
  profiles: IdCard,
  readiness: ListChecks,
  "reason-templates": MessageSquareText,
  review: Inbox,
  "service-categories": Shapes,
  services: Tags,
  settings: Settings,
  staff: UserCog,
  tickets: LifeBuoy,
  transparency: FileChart,
  users: Users,
  videos: Film,
}

/** The icon of a page, by the last part of its address; a plain one for a resource that has none yet. */
function iconOf(to: string): LucideIcon {
  return icons[to.split("/")[3] ?? ""] ?? Rows3
}

const placeClass =
  "flex min-h-8 items-center gap-3 rounded-small px-3 py-1 text-ui leading-tight transition-colors hover:bg-sunk [&_.lucide]:size-4.5"

type PlacesProps = Pick<AdminShellProps, "places"> & { counts: readonly QueueCount[] }

/** Returns the queue of a page, by the last part of its address, and whether it is the reader's first one. */
function badgeOf(counts: readonly QueueCount[], to: string) {
  const queue = counts.find(({ name }) => to === `/dashboard/admin/${name}`)
  return { queue, isFirst: queue !== undefined && queue === counts[0] }
}

function Places({ places, counts }: PlacesProps) {
  const { t } = useTranslation("admin")
  const groups = placeGroups.filter((group) => places.some((place) => place.group === group))
  return (
    <>
      {groups.map((group) => (
        <ul key={group} className="not-first:mt-3 not-first:border-t not-first:border-line not-first:pt-3">
          {places
            .filter((place) => place.group === group)
            .map(({ to, label }) => {
              const Icon = iconOf(to)
              return (
                <li key={to}>
                  <NavLink
                    to={to}
                    end={to === "/dashboard/admin"}
                    prefetch="none"
                    className={({ isActive }) =>
                      classNames(
                        placeClass,
                        isActive ? "bg-sunk font-medium text-ink forced-colors:underline" : "text-ink2",
                      )
                    }
                  >
                    <Icon aria-hidden />
                    <span>{label}</span>
                    <QueueBadge {...badgeOf(counts, to)} />
                  </NavLink>
                </li>
              )
            })}
        </ul>
      ))}
      <NavLink to="/" prefetch="none" className={classNames(placeClass, "mt-3 text-ink2")}>
        <ExternalLink aria-hidden />
        <span>{t("site")}</span>
      </NavLink>
    </>
  )
}

/** At the corner of the icon, not of the space around it. */
const dot = (
  <span className="-translate-x-1.5 translate-y-1.5">
    <DotBadge />
  </span>
)

function PlacesMenu({ places, counts }: PlacesProps) {
  const { t } = useTranslation("admin")
  const isWaiting = counts.some(({ count }) => count > 0)
  const { pathname } = useLocation()
  return (
    <Menu
      label={t("nav")}
      trigger={(attributes) => (
        <IconButton label={isWaiting ? t("nav_waiting") : t("nav")} badge={isWaiting && dot} {...attributes}>
          <MenuIcon />
        </IconButton>
      )}
    >
      {places.map(({ to, label }) => {
        const Icon = iconOf(to)
        return (
          <MenuItem
            key={to}
            to={to}
            icon={<Icon />}
            isCurrent={pathname === to}
            detail={<QueueBadge {...badgeOf(counts, to)} />}
          >
            {label}
          </MenuItem>
        )
      })}
      <MenuItem to="/" icon={<ExternalLink />}>
        {t("site")}
      </MenuItem>
    </Menu>
  )
}
