import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { unblockUser } from "~/domain/chat/blocks.server"
import { ChatSettingsForm, ContactRulesForm } from "~/domain/chat/schema"
import { getMessageSettings, setChatSettings, setContactRules } from "~/domain/chat/settings.server"
import { setHiddenWords } from "~/domain/chat/words/hidden-words.server"
import { HiddenWordsForm } from "~/domain/chat/words/schema"
import { requireUser } from "~/domain/core/actor/guards"
import { BlockedPeople, type UnblockIntent } from "~/features/chat/settings/blocked-people"
import { ContactRulesPanel } from "~/features/chat/settings/contact-rules-panel"
import { HiddenWordsPanel, type WordsIntent } from "~/features/chat/settings/hidden-words-panel"
import { SharedPanel } from "~/features/chat/settings/shared-panel"
import type { ChoicesIntent } from "~/features/chat/settings/use-message-choices"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["chat", "errors", "account-access"] }

export const loader = withContext(async ({ ctx }) => {
  const { workshop } = requireUser(ctx)
  const title = translator(ctx.locale, "chat")("settings.title")
  return { ...(await getMessageSettings(ctx)), isOwner: workshop !== null, title }
})

export const action = withContext((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "chat")
  return byIntent<ChoicesIntent | UnblockIntent | WordsIntent>(args, {
    shared: (args) =>
      submitForm(args, ChatSettingsForm, async (settings) => {
        await setChatSettings(ctx, settings)
        return data<FormResult>({ message: t("settings.saved") })
      }),
    rules: (args) =>
      submitForm(args, ContactRulesForm, async (rules) => {
        await setContactRules(ctx, rules)
        return data<FormResult>({ message: t("settings.saved") })
      }),
    words: (args) =>
      submitForm(args, HiddenWordsForm, async (words) => {
        await setHiddenWords(ctx, words)
        return data<FormResult>({ message: t("settings.saved") })
      }),
    unblock: (args) =>
      submitForm(args, z.object({ user: z.string().max(64) }), async ({ user }) => {
        await unblockUser(ctx, user)
        return data<FormResult>({ message: t("unblock_done") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function MessageSettingsPage() {
  const { t } = useTranslation("chat")
  const { rules, shared, blocks, hidden_words, isOwner, title } = useLoaderData<typeof loader>()
  const resultOf = useFormResults()
  return (
    <>
      <h1 className="text-subsection">{title}</h1>
      <p className="measure mt-2 text-body text-ink2">{t("settings.lead")}</p>
      <div className="mt-10 space-y-14">
        <SharedPanel shared={shared} result={resultOf("shared")} />
        {isOwner && <ContactRulesPanel rules={rules} result={resultOf("rules")} />}
        <HiddenWordsPanel words={hidden_words} result={resultOf("words")} />
        <BlockedPeople blocks={blocks} result={resultOf("unblock")} />
      </div>
    </>
  )
}
