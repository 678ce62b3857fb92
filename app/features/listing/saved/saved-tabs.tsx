import { useTranslation } from "~/i18n/use-translation"
import { Tabs } from "~/ui/navigation/tabs"

/** The pages of what a member saved. */
export function SavedTabs({ current }: { current: "favorites" | "searches" }) {
  const { t } = useTranslation("searches")
  return (
    <Tabs
      label={t("sections")}
      items={[
        { to: "/profile/favorites", label: t("favorites"), isCurrent: current === "favorites" },
        { to: "/profile/searches", label: t("title"), isCurrent: current === "searches" },
      ]}
    />
  )
}
