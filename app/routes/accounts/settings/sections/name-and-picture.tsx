import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { avatarUpload } from "~/domain/accounts/avatar"
import { requireSession } from "~/domain/core/actor/guards"
import { ProfileSection } from "~/features/accounts/settings/profile-section"
import type { IntentOf } from "~/features/accounts/settings/sections"
import { translator } from "~/i18n/i18n.server"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { profileForms } from "./settings-forms.server"

export const handle = { i18n: ["errors", "account-access", "crop"] }

export const loader = withContext(async ({ ctx }) => {
  const { name, avatar } = requireSession(ctx).user
  return { name, avatar, title: translator(ctx.locale, "settings")("sections.profile") }
})

export const action = withContext((args) =>
  byIntent<IntentOf<"profile">>(args, profileForms, {
    intent: "avatar",
    field: "avatar",
    maxBytes: avatarUpload.maxBytes,
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ProfileSettingsPage() {
  const { name, avatar } = useLoaderData<typeof loader>()
  return <ProfileSection name={name} avatar={avatar} />
}
