import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { avatarUpload } from "~/domain/accounts/avatar"
import { findSecondFactor } from "~/domain/accounts/second-factor/second-factor.server"
import { hasRecentProof, requireSession } from "~/domain/core/actor/guards"
import { readSettings } from "~/domain/notifications/member-settings.server"
import { AppearanceSection } from "~/features/accounts/settings/appearance-section"
import { Contents } from "~/features/accounts/settings/contents"
import { EmailSection } from "~/features/accounts/settings/email-section"
import { NotificationsSection } from "~/features/accounts/settings/notifications-section"
import { PasswordSection } from "~/features/accounts/settings/password-section"
import { PrivacySection } from "~/features/accounts/settings/privacy-section"
import { ProfileSection } from "~/features/accounts/settings/profile-section"
import { TwoFactorSection } from "~/features/accounts/settings/second-factor/two-factor-section"
import { SessionsSection } from "~/features/accounts/settings/sessions-section"
import type { SettingsIntent } from "~/features/accounts/settings/use-settings-form"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { settingsForms } from "./settings-forms.server"

export const handle = { i18n: ["settings", "second-factor", "privacy", "errors", "account-access", "chat"] }

export const loader = withContext(async ({ ctx }) => {
  const actor = requireSession(ctx)
  const { id, name, avatar, email, locale } = actor.user
  const [settings, secondFactor] = await Promise.all([readSettings(ctx), findSecondFactor(ctx, id)])
  return {
    title: translator(ctx.locale, "settings")("title"),
    user: { name, avatar, email, locale },
    isProven: hasRecentProof(ctx, actor),
    secondFactor,
    ...settings,
  }
})

export const action = withContext((args) =>
  byIntent<SettingsIntent>(args, settingsForms, { intent: "avatar", field: "avatar", maxBytes: avatarUpload.maxBytes }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SettingsPage() {
  const { t } = useTranslation("settings")
  const { user, isProven, secondFactor, sessions, emailChange, mails, disturbed, pushKey, consents } =
    useLoaderData<typeof loader>()
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title">{t("title")}</h1>
      <div className="mt-10 gap-16 lg:grid lg:grid-cols-[13rem_minmax(0,40rem)]">
        <Contents />
        {/* In the order of `sections`. */}
        <div className="space-y-16 max-lg:mt-12 max-lg:max-w-160">
          <ProfileSection name={user.name} avatar={user.avatar} />
          <EmailSection email={user.email} change={emailChange} isProven={isProven} />
          <PasswordSection email={user.email} />
          <TwoFactorSection secondFactor={secondFactor} />
          <SessionsSection sessions={sessions} />
          <AppearanceSection locale={user.locale} />
          <NotificationsSection choices={mails} settings={disturbed} pushKey={pushKey} />
          <PrivacySection consents={consents} />
        </div>
      </div>
    </div>
  )
}
