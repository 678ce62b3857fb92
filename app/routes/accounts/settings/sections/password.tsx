import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { requireSession } from "~/domain/core/actor/guards"
import { PasswordSection } from "~/features/accounts/settings/password-section"
import type { IntentOf } from "~/features/accounts/settings/sections"
import { translator } from "~/i18n/i18n.server"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { passwordForms } from "./settings-forms.server"

export const handle = { i18n: ["errors", "account-access"] }

export const loader = withContext(async ({ ctx }) => {
  const { email } = requireSession(ctx).user
  return { email, title: translator(ctx.locale, "settings")("sections.password") }
})

export const action = withContext((args) => byIntent<IntentOf<"password">>(args, passwordForms))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PasswordSettingsPage() {
  const { email } = useLoaderData<typeof loader>()
  return <PasswordSection email={email} />
}
