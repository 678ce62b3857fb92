import Ban from "lucide-react/icons/ban"
import BellOff from "lucide-react/icons/bell-off"
import BellRing from "lucide-react/icons/bell-ring"
import ChevronLeft from "lucide-react/icons/chevron-left"
import DoorOpen from "lucide-react/icons/door-open"
import Ellipsis from "lucide-react/icons/ellipsis"
import Flag from "lucide-react/icons/flag"
import Search from "lucide-react/icons/search"
import ShieldCheck from "lucide-react/icons/shield-check"
import Trash2 from "lucide-react/icons/trash"
import UserRound from "lucide-react/icons/user-round"
import type { Conversation } from "~/domain/chat/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Avatar } from "~/ui/avatar"
import { IconButton, IconLink } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { Menu, MenuItem, MenuSeparator } from "~/ui/overlay/menu"
import { searchKey } from "./search/use-search-key"

export interface ConversationHeadProps {
  conversation: Conversation
  /** One of the reader's first conversations: the warning of impostors stands over it, later in the menu. */
  isEarly: boolean
  /** Asks for confirmation of an act that cannot be undone here. */
  onConfirm: (action: "block" | "remove") => void
  onReport: () => void
  onSafety: () => void
  /** Null before hydration: without script, no search works. */
  onSearch: (() => void) | null
}

/** The other member of the conversation, and what can be done with it. */
export function ConversationHead({
  conversation,
  isEarly,
  onConfirm,
  onReport,
  onSafety,
  onSearch,
}: ConversationHeadProps) {
  const { t } = useTranslation("chat")
  const { with: other, is_muted, why_not } = conversation
  return (
    <>
      <div data-conversation className="flex h-16 shrink-0 items-center gap-3 border-b border-line px-2 md:px-6">
        <IconLink label={t("back")} to="/profile/chat" className="lg:hidden">
          <ChevronLeft />
        </IconLink>
        <Avatar src={other.avatar ?? undefined} alt="" text={other.name.charAt(0)} size="lg" />
        <h1 dir="auto" className="min-w-0 grow truncate text-card-name leading-11! text-nowrap! lg:text-card-title">
          {other.slug ? (
            <AppLink to={`/escorts/${other.slug}`} className="block truncate hover:underline">
              {other.name}
            </AppLink>
          ) : (
            other.name
          )}
        </h1>
        <Form id="conversation" method="post" replace className="hidden" />
        <IconButton
          data-search-button
          label={t("find.open")}
          aria-keyshortcuts={searchKey}
          disabled={!onSearch}
          onClick={() => onSearch?.()}
          className="max-sm:-mx-1"
        >
          <Search />
        </IconButton>
        <QuickExitIcon />
        <Menu
          label={t("options")}
          align="end"
          trigger={(attributes) => (
            <IconButton label={t("options")} {...attributes}>
              <Ellipsis />
            </IconButton>
          )}
        >
          {other.slug && (
            <MenuItem to={`/escorts/${other.slug}`} icon={<UserRound />}>
              {t("see_profile")}
            </MenuItem>
          )}
          <MenuItem
            type="submit"
            form="conversation"
            name="intent"
            value={is_muted ? "unmute" : "mute"}
            icon={is_muted ? <BellRing /> : <BellOff />}
          >
            {t(is_muted ? "unmute" : "mute")}
          </MenuItem>
          <MenuItem icon={<Flag />} onSelect={onReport}>
            {t("report")}
          </MenuItem>
          <MenuItem icon={<Trash2 />} onSelect={() => onConfirm("remove")}>
            {t("remove")}
          </MenuItem>
          {!isEarly && !other.is_gone && (
            <MenuItem icon={<ShieldCheck />} onSelect={onSafety}>
              {t("safety.open")}
            </MenuItem>
          )}
          {!other.is_gone && <MenuSeparator />}
          {why_not === "blocked_by_you" ? (
            <MenuItem type="submit" form="conversation" name="intent" value="unblock" icon={<Ban />}>
              {t("unblock", { name: other.name })}
            </MenuItem>
          ) : (
            !other.is_gone && (
              <MenuItem icon={<Ban />} tone="bad" onSelect={() => onConfirm("block")}>
                {t("block", { name: other.name })}
              </MenuItem>
            )
          )}
        </Menu>
      </div>
      {isEarly && !other.is_gone && (
        <p className="shrink-0 border-b border-line px-4 py-1.5 text-meta text-ink2 md:px-6">{t("not_staff")}</p>
      )}
    </>
  )
}

/** The header's quick exit, for phones, where a conversation hides the header. */
function QuickExitIcon() {
  const { t } = useTranslation()
  return (
    <a
      data-quick-exit
      href="/exit"
      rel="nofollow"
      title={t("shell.exit_note")}
      className="touch-target -mx-1 flex size-10 shrink-0 items-center justify-center rounded-full text-ink hover:bg-sunk lg:hidden"
    >
      <DoorOpen aria-hidden className="size-4.5" />
      <span className="sr-only">{t("shell.exit")}</span>
    </a>
  )
}
