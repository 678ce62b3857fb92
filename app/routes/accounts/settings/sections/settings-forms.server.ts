import { data, redirect } from "@remix-run/cloudflare"
import * as z from "zod"
import { updateAccount } from "~/domain/accounts/account.server"
import { cancelEmailChange, requestEmailChange, resendEmailChange } from "~/domain/accounts/email-change/change.server"
import { changePassword } from "~/domain/accounts/passwords/change.server"
import { AvatarForm, EmailChangeForm, LocaleForm, NameForm, PasswordChange } from "~/domain/accounts/schema"
import { endOtherSessions, endSession } from "~/domain/accounts/sessions/own-sessions.server"
import { requireRecentProof } from "~/domain/core/actor/guards"
import { MailChoicesForm } from "~/domain/mail/form"
import { setMailChoices } from "~/domain/mail/preferences.server"
import { confirmAddress } from "~/domain/mail/returned.server"
import { removeAvatar, setAvatar } from "~/domain/media/avatars.server"
import { NotificationSettingsForm } from "~/domain/notifications/schema"
import { setNotificationSettings } from "~/domain/notifications/settings.server"
import { type IntentOf, sectionPath } from "~/features/accounts/settings/sections"
import { languageLinks } from "~/features/shell/language/language-links.server"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { type FormHandlers, submitForm } from "~/remix/form.server"

const done = (message: string) => data<FormResult>({ message })
/** A form that is only a button. */
const Press = z.object({})

export const profileForms: FormHandlers<IntentOf<"profile">> = {
  name: (args) =>
    submitForm(args, NameForm, async (patch) => {
      const t = translator(args.ctx.locale, "settings")
      await updateAccount(args.ctx, patch)
      return done(t("profile.saved"))
    }),

  avatar: (args) =>
    submitForm(args, AvatarForm, async ({ avatar }) => {
      const t = translator(args.ctx.locale, "settings")
      await setAvatar(args.ctx, new Uint8Array(await avatar.arrayBuffer()))
      return done(t("avatar.saved"))
    }),

  "remove-avatar": (args) =>
    submitForm(args, Press, async () => {
      const t = translator(args.ctx.locale, "settings")
      await removeAvatar(args.ctx)
      return done(t("avatar.removed"))
    }),
}

export const appearanceForms: FormHandlers<IntentOf<"appearance">> = {
  /**
   * Another language is another document, on a domain of its own if it has one: redirects as the language switch does.
   */
  language: (args) =>
    submitForm(args, LocaleForm, async (patch) => {
      const { ctx, context, request } = args
      const t = translator(ctx.locale, "settings")
      await updateAccount(ctx, patch)
      if (patch.locale === ctx.locale) return done(t("appearance.saved"))
      const link = languageLinks(ctx, context.app, new URL(request.url)).find(({ code }) => code === patch.locale)
      throw redirect(`${link?.prefix}${encodeURIComponent(sectionPath("appearance"))}`)
    }),
}

export const notificationForms: FormHandlers<IntentOf<"notifications">> = {
  notifications: (args) =>
    submitForm(args, z.intersection(MailChoicesForm, NotificationSettingsForm), async (choices) => {
      const t = translator(args.ctx.locale, "settings")
      await setMailChoices(args.ctx, choices)
      await setNotificationSettings(args.ctx, choices)
      return done(t("notifications.saved"))
    }),
}

export const emailForms: FormHandlers<IntentOf<"email">> = {
  /** Redirects to the re-authentication, which returns here. */
  prove: (args) =>
    submitForm(args, Press, async () => {
      requireRecentProof(args.ctx)
      return done("")
    }),

  email: (args) =>
    submitForm(args, EmailChangeForm, async ({ email }) => {
      const t = translator(args.ctx.locale, "settings")
      const { asksOld } = await requestEmailChange(args.ctx, email)
      return done(t(asksOld ? "email.asked" : "email.asked_new"))
    }),

  "resend-email": (args) =>
    submitForm(args, Press, async () => {
      const t = translator(args.ctx.locale, "settings")
      await resendEmailChange(args.ctx)
      return done(t("email.sent_again"))
    }),

  "cancel-email": (args) =>
    submitForm(args, Press, async () => {
      const t = translator(args.ctx.locale, "settings")
      await cancelEmailChange(args.ctx)
      return done(t("email.cancelled"))
    }),

  /** Of the banner in the member area. */
  "email-works": (args) =>
    submitForm(args, Press, async () => {
      const t = translator(args.ctx.locale, "settings")
      await confirmAddress(args.ctx)
      return done(t("email.works"))
    }),
}

export const passwordForms: FormHandlers<IntentOf<"password">> = {
  password: (args) =>
    submitForm(args, PasswordChange, async ({ present_password, password }) => {
      const t = translator(args.ctx.locale, "settings")
      args.context.cookies.writeSession(await changePassword(args.ctx, present_password, password))
      return done(t("password.changed"))
    }),
}

export const sessionForms: FormHandlers<IntentOf<"sessions">> = {
  "end-session": (args) =>
    submitForm(args, z.object({ session: z.string().max(40) }), async ({ session }) => {
      const t = translator(args.ctx.locale, "settings")
      await endSession(args.ctx, session)
      return done(t("sessions.ended"))
    }),

  "end-others": (args) =>
    submitForm(args, Press, async () => {
      const t = translator(args.ctx.locale, "settings")
      await endOtherSessions(args.ctx)
      return done(t("sessions.others_ended"))
    }),
}
