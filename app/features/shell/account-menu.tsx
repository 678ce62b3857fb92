import { Form } from "@remix-run/react"
import Bell from "lucide-react/icons/bell"
import ChevronDown from "lucide-react/icons/chevron-down"
import CreditCard from "lucide-react/icons/credit-card"
import Heart from "lucide-react/icons/heart"
import LayoutDashboard from "lucide-react/icons/layout-dashboard"
import LogOut from "lucide-react/icons/log-out"
import MessageCircle from "lucide-react/icons/message-circle"
import Settings from "lucide-react/icons/settings"
import User from "lucide-react/icons/user"
import UserRound from "lucide-react/icons/user-round"
import { useLive } from "~/features/shell/live/live-context"
import { useTranslation } from "~/i18n/use-translation"
import type { ShownUser } from "~/remix/root-data"
import { Avatar } from "~/ui/avatar"
import { CountBadge } from "~/ui/badge"
import { IconLink } from "~/ui/button"
import { Menu, MenuItem, MenuSeparator } from "~/ui/overlay/menu"

/**
 * The member's own menu. Logging out loads the home page as a new document, so that none of their data stays in memory.
 */
export function AccountMenu({ user }: { user: ShownUser }) {
  const { t } = useTranslation()
  const { connection, unread, unreadNotifications } = useLive()
  return (
    <>
      {/* A phone's header has no room for it: there it is in the menu. */}
      <IconLink to="/profile/favorites" prefetch="none" label={t("shell.favorites")} className="max-md:hidden">
        <Heart />
      </IconLink>
      <IconLink
        to="/profile/chat"
        prefetch="none"
        label={unread > 0 ? t("shell.messages_unread", { count: unread }) : t("shell.messages")}
        badge={unread > 0 && <CountBadge>{unread}</CountBadge>}
      >
        <MessageCircle />
      </IconLink>
      <IconLink
        to="/profile/notifications"
        prefetch="none"
        label={
          unreadNotifications > 0
            ? t("shell.notifications_unread", { count: unreadNotifications })
            : t("shell.notifications")
        }
        badge={unreadNotifications > 0 && <CountBadge>{unreadNotifications}</CountBadge>}
      >
        <Bell />
      </IconLink>
      <Form id="logout" method="post" action="/auth/logout" reloadDocument onSubmit={() => connection?.close()} />
      <Menu
        label={t("shell.account")}
        align="end"
        header={user.name}
        trigger={(attributes) => (
          <button
            type="button"
            className="touch-target flex h-10 items-center gap-1.5 rounded-full px-1.5 hover:bg-sunk"
            {...attributes}
          >
            <span className="sr-only">{t("shell.account")}</span>
            <span aria-hidden className="flex">
              <Avatar src={user.avatar ?? undefined} alt={user.name} size="sm" />
            </span>
            <ChevronDown aria-hidden className="size-4 text-mute max-[24rem]:hidden" />
          </button>
        )}
      >
        <MenuItem to="/profile" icon={<User />}>
          {t("shell.my_account")}
        </MenuItem>
        <MenuItem to="/profile/favorites" icon={<Heart />}>
          {t("shell.favorites")}
        </MenuItem>
        <MenuItem to={user.isPremium ? "/profile/billing" : "/profile/plans"} icon={<CreditCard />}>
          {t("shell.membership")}
        </MenuItem>
        <MenuItem to="/profile/settings" icon={<Settings />}>
          {t("shell.settings")}
        </MenuItem>
        {user.publicSlug && (
          <MenuItem to={`/escorts/${user.publicSlug}`} icon={<UserRound />}>
            {t("shell.my_profile")}
          </MenuItem>
        )}
        {user.isStaff && (
          <MenuItem to="/dashboard/admin" icon={<LayoutDashboard />}>
            {t("shell.back_office")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem type="submit" form="logout" icon={<LogOut />}>
          {t("shell.log_out")}
        </MenuItem>
      </Menu>
    </>
  )
}
