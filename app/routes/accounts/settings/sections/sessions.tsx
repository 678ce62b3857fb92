import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { listSessions } from "~/domain/accounts/sessions/own-sessions.server"
import type { IntentOf } from "~/features/accounts/settings/sections"
import { SessionsSection } from "~/features/accounts/settings/sessions-section"
import { translator } from "~/i18n/i18n.server"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { sessionForms } from "./settings-forms.server"

export const handle = { i18n: ["errors", "account-access"] }

export const loader = withContext(async ({ ctx }) => {
  return { sessions: await listSessions(ctx), title: translator(ctx.locale, "settings")("sections.sessions") }
})

export const action = withContext((args) => byIntent<IntentOf<"sessions">>(args, sessionForms))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SessionsSettingsPage() {
  const { sessions } = useLoaderData<typeof loader>()
  return <SessionsSection sessions={sessions} />
}
