import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { PasswordChange } from "~/domain/accounts/schema"
import { findSecondFactor } from "~/domain/accounts/second-factor.server"
import { requireUser } from "~/domain/accounts/service.server"
import { changePassword, endOtherSessions, endSession, listSessions } from "~/domain/accounts/sessions.server"
import { DataSection } from "~/features/settings/data-section"
import { PasswordSection } from "~/features/settings/password-section"
import { SessionsSection } from "~/features/settings/sessions-section"
import { TwoFactorSection } from "~/features/settings/two-factor-section"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { submitForm } from "~/lib/form.server"
import { pageMeta } from "~/lib/meta"
import { withContext } from "~/lib/page.server"

export const handle = { i18n: ["settings", "second-factor", "privacy", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const { id, email } = requireUser(ctx)
  const [sessions, secondFactor] = await Promise.all([listSessions(ctx), findSecondFactor(ctx, id)])
  return { email, sessions, secondFactor, title: translator(ctx.locale, "settings")("title") }
})

/** Each section's form says by its address what it does: `?act=password`. */
export const action = withContext(async (args) => {
  const { ctx, context, request } = args
  const t = translator(ctx.locale, "settings")
  switch (new URL(request.url).searchParams.get("act")) {
    case "password":
      return submitForm(args, PasswordChange, async ({ present_password, password }) => {
        context.cookies.writeSession(await changePassword(ctx, present_password, password))
        return data({ section: "password", message: t("password.changed") })
      })
    case "end-session":
      return submitForm(args, z.object({ session: z.string().max(40) }), async ({ session }) => {
        await endSession(ctx, session)
        return data({ section: "sessions", message: t("sessions.ended") })
      })
    case "end-others":
      await endOtherSessions(ctx)
      return data({ section: "sessions", message: t("sessions.others_ended") })
    default:
      throw new AppError("request.malformed")
  }
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SettingsPage() {
  const { t } = useTranslation("settings")
  const { email, sessions, secondFactor } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <div className="page-container pt-10 md:pt-16">
      <h1 className="text-page-title">{t("title")}</h1>
      <div className="mt-10 max-w-160 space-y-16">
        <PasswordSection email={email} result={result} />
        <TwoFactorSection present={secondFactor} />
        <SessionsSection sessions={sessions} />
        <DataSection />
      </div>
    </div>
  )
}
