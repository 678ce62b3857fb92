import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { requireUser } from "~/domain/accounts/service.server"
import { listSessions } from "~/domain/accounts/sessions.server"
import { Contents } from "~/features/settings/contents"
import { PasswordSection } from "~/features/settings/password-section"
import { SessionsSection } from "~/features/settings/sessions-section"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"
import { settingsActs } from "./settings-acts.server"

export const handle = { i18n: ["settings", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const { email } = requireUser(ctx)
  return { email, sessions: await listSessions(ctx), title: translator(ctx.locale, "settings")("title") }
})

/** Each form says by its address what it does: `?act=password`. */
export const action = withContext((args) => {
  const name = new URL(args.request.url).searchParams.get("act") ?? ""
  const act = Object.hasOwn(settingsActs, name) ? settingsActs[name] : undefined
  if (!act) throw new AppError("request.malformed")
  return act(args, translator(args.ctx.locale, "settings"))
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SettingsPage() {
  const { t } = useTranslation("settings")
  const { email, sessions } = useLoaderData<typeof loader>()
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title">{t("title")}</h1>
      <div className="mt-10 gap-16 lg:grid lg:grid-cols-[13rem_minmax(0,40rem)]">
        <Contents />
        {/* In the order of `sections`. */}
        <div className="space-y-16 max-lg:mt-12 max-lg:max-w-160">
          <PasswordSection email={email} />
          <SessionsSection sessions={sessions} />
        </div>
      </div>
    </div>
  )
}
