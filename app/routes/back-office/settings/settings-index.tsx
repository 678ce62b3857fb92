import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { settingGroups } from "~/domain/core/settings/registry"
import { listSettings } from "~/domain/core/settings/service.server"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["admin", "admin-settings"] }

export const loader = withStaff(async ({ ctx }) => {
  const settings = await listSettings(ctx)
  const groups = settingGroups.map((group) => ({
    group,
    changed: settings.filter((one) => one.group === group && one.is_set).length,
  }))
  return { groups, title: translator(ctx.locale, "admin-settings")("title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SettingsPage() {
  const { t } = useTranslation("admin-settings")
  const { title, groups } = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="text-office-title">{title}</h1>
      <p className="mt-2 text-ui text-ink2">{t("lead")}</p>
      <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {groups.map(({ group, changed }) => (
          <li key={group} className="relative rounded-panel border border-line bg-surface p-5 hover:bg-sunk">
            <h2 className="text-body font-semibold">
              <AppLink to={`/dashboard/admin/settings/${group}`} className="rounded-badge after:absolute after:inset-0">
                {t(`groups.${group}.title`)}
              </AppLink>
            </h2>
            <p className="mt-1 text-ui text-ink2">{t(`groups.${group}.text`)}</p>
            <p className="mt-3 text-meta text-mute">{t(changed > 0 ? "is_set" : "is_default")}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
