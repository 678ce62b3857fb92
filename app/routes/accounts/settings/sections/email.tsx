import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findEmailChange } from "~/domain/accounts/email-change/change.server"
import { hasRecentProof, requireSession } from "~/domain/core/actor/guards"
import { EmailSection } from "~/features/accounts/settings/email-section"
import type { IntentOf } from "~/features/accounts/settings/sections"
import { translator } from "~/i18n/i18n.server"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { emailForms } from "./settings-forms.server"

export const handle = { i18n: ["errors", "account-access"] }

export const loader = withContext(async ({ ctx }) => {
  const actor = requireSession(ctx)
  return {
    email: actor.user.email,
    change: await findEmailChange(ctx),
    isProven: hasRecentProof(ctx, actor),
    title: translator(ctx.locale, "settings")("sections.email"),
  }
})

export const action = withContext((args) => byIntent<IntentOf<"email">>(args, emailForms))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function EmailSettingsPage() {
  const { email, change, isProven } = useLoaderData<typeof loader>()
  return <EmailSection email={email} change={change} isProven={isProven} />
}
