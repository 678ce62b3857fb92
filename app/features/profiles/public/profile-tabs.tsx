import { useLocation } from "@remix-run/react"
import { useLayoutEffect, useRef } from "react"
import type { ProfileHead } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Tabs } from "~/ui/navigation/tabs"

/** The sections of a profile; empty ones are left out. */
export function ProfileTabs({ profile }: { profile: ProfileHead }) {
  const { t } = useTranslation("profile")
  const { pathname } = useLocation()
  const { slug, name, photo_count, video_count, service_count, sees_private } = profile
  const private_count = profile.private_photo_count + profile.private_video_count
  const tab = (path: string, label: string, count?: number) => ({
    to: `/escorts/${slug}${path}`,
    label,
    count,
    isCurrent: pathname === `/escorts/${slug}${path}`,
  })
  const items = [
    tab("", t("tabs.overview")),
    tab("/gallery", t("tabs.gallery"), photo_count),
    tab("/infos", t("tabs.infos")),
    {
      ...tab("/private", t("tabs.private"), private_count),
      lockedLabel: sees_private ? undefined : t("tabs.locked"),
    },
    tab("/services", t("tabs.services"), service_count),
    tab("/videos", t("tabs.videos"), video_count),
  ]
  const shown = items.filter(({ count, isCurrent }) => count !== 0 || isCurrent)
  return (
    <div ref={useTabsInSight(pathname)}>
      <Tabs
        label={t("tabs.label", { name })}
        items={shown}
        className={pathname === `/escorts/${slug}` ? "mt-10 md:mt-12" : "mt-4 md:mt-12"}
      />
    </div>
  )
}

/**
 * Scrolls to the tabs after another one was pressed, unless they are in the upper half already: their section begins
 * below them.
 */
function useTabsInSight(pathname: string) {
  const tabs = useRef<HTMLDivElement>(null)
  const shown = useRef(pathname)
  // Before the paint, and before Remix restores the scroll position.
  useLayoutEffect(() => {
    if (shown.current === pathname || !tabs.current) return
    shown.current = pathname
    const { top } = tabs.current.getBoundingClientRect()
    const clear = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    if (top < clear || top > innerHeight / 2) tabs.current.scrollIntoView()
  }, [pathname])
  return tabs
}
