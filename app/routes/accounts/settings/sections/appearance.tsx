import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { requireSession } from "~/domain/core/actor/guards"
import { AppearanceSection } from "~/features/accounts/settings/appearance-section"
import type { IntentOf } from "~/features/accounts/settings/sections"
import { translator } from "~/i18n/i18n.server"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { appearanceForms } from "./settings-forms.server"

export const handle = { i18n: ["errors", "account-access"] }

export const loader = withContext(async ({ ctx }) => {
  const { locale } = requireSession(ctx).user
  return { locale, title: translator(ctx.locale, "settings")("sections.appearance") }
})

export const action = withContext((args) => byIntent<IntentOf<"appearance">>(args, appearanceForms))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AppearanceSettingsPage() {
  const { locale } = useLoaderData<typeof loader>()
  return <AppearanceSection locale={locale} />
}
