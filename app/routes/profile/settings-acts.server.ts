import { data } from "@remix-run/cloudflare"
import type { TFunction } from "i18next"
import * as z from "zod"
import { PasswordChange } from "~/domain/accounts/schema"
import { changePassword, endOtherSessions, endSession } from "~/domain/accounts/sessions.server"
import type { FormResult } from "~/lib/form"
import { submitForm } from "~/lib/form.server"
import type { PageArgs } from "~/lib/page.server"

type Act = (args: PageArgs, t: TFunction<"settings">) => Promise<unknown>

/** What the forms of the settings page do, by the name in their address. */
export const settingsActs: Record<string, Act> = {
  password: (args, t) =>
    submitForm(args, PasswordChange, async ({ present_password, password }) => {
      args.context.cookies.writeSession(await changePassword(args.ctx, present_password, password))
      return done(t("password.changed"))
    }),

  "end-session": (args, t) =>
    submitForm(args, z.object({ session: z.string().max(40) }), async ({ session }) => {
      await endSession(args.ctx, session)
      return done(t("sessions.ended"))
    }),

  "end-others": async ({ ctx }, t) => {
    await endOtherSessions(ctx)
    return done(t("sessions.others_ended"))
  },
}

function done(message: string) {
  return data<FormResult>({ message })
}
