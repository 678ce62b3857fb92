import { Outlet, useLocation } from "@remix-run/react"
import { sectionAt, settingsPath } from "~/features/accounts/settings/sections"
import { BackLink, SectionList, SettingsNav } from "~/features/accounts/settings/settings-nav"
import { useTranslation } from "~/i18n/use-translation"

export const handle = { i18n: ["settings"] }

/** The frame of the settings: the list of sections at the left of a wide page; on a phone the first page is that list. */
export default function SettingsFrame() {
  const { t } = useTranslation("settings")
  const { pathname } = useLocation()
  const current = sectionAt(pathname)
  const isList = pathname === settingsPath
  return (
    <div className="page-container pt-8 md:pt-12">
      {isList ? (
        <h1 className="text-page-title">{t("title")}</h1>
      ) : (
        <p className="text-page-title max-lg:hidden">{t("title")}</p>
      )}
      <div className="gap-16 lg:mt-10 lg:grid lg:grid-cols-[14.5rem_minmax(0,40rem)]">
        <SettingsNav current={current} />
        <div className="min-w-0 max-lg:max-w-160">
          {isList ? <SectionList /> : <BackLink current={current} />}
          <div className={isList ? "max-lg:hidden" : undefined}>
            <Outlet />
          </div>
        </div>
      </div>
    </div>
  )
}
