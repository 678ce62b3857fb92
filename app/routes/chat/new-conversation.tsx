import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react"
import { maxBody } from "~/domain/chat/limits"
import { NewConversation } from "~/domain/chat/schema"
import { findRecipient, startConversation } from "~/domain/chat/service.server"
import { describeAsked } from "~/domain/profiles/search/asked.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { withNext } from "~/features/billing/billing-paths"
import { AwayNotice } from "~/features/chat/away-notice"
import { AskedOffer } from "~/features/chat/outbox/asked-offer"
import { useFirstDraft } from "~/features/chat/outbox/use-first-draft"
import { HeartButton } from "~/features/profiles/favorites/heart-button"
import { translator } from "~/i18n/i18n.server"
import { useFormatCount } from "~/i18n/use-format-count"
import { useTranslation } from "~/i18n/use-translation"
import { newId } from "~/lib/id"
import { useFormResult } from "~/remix/form"
import { submitForm } from "~/remix/form.server"
import { Form } from "~/remix/idempotency/single-form"
import { pageMeta } from "~/remix/meta"
import { notValid, withContext } from "~/remix/page.server"
import { useRootData } from "~/remix/root-data"
import { Button, ButtonLink } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { TextArea } from "~/ui/form/field"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["chat", "errors", "auth"] }

/** The first message to the owner of a profile. Redirects to the conversation if the two have one. */
export const loader = withContext(async ({ ctx, request }) => {
  const { searchParams } = new URL(request.url)
  const slug = searchParams.get("profile")
  if (!slug) throw notValid(request)
  const { profile, conversationId, refusal, away, replySpeed } = await findRecipient(ctx, slug)
  if (conversationId) throw redirect(`/profile/chat/${conversationId}`)
  const why = refusal && translator(ctx.locale, "errors")(refusal.code, refusal.values)
  const title = translator(ctx.locale, "chat")("title")
  const asked = refusal ? null : await describeAsked(ctx, slug, searchParams)
  return {
    slug,
    profile,
    refusal: refusal?.code ?? null,
    why,
    away,
    replySpeed,
    asked,
    clientId: newId(ctx.now()),
    title,
  }
})

export const action = withContext((args) =>
  submitForm(args, NewConversation, async (form) => {
    const { conversation } = await startConversation(args.ctx, form)
    throw redirect(`/profile/chat/${conversation.id}`, 303)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function NewConversationPage() {
  const { t } = useTranslation("chat")
  const formatCount = useFormatCount()
  const { slug, profile, refusal, why, away, replySpeed, clientId } = useLoaderData<typeof loader>()
  const { name } = profile
  const result = useActionData<typeof action>()
  const { form, field } = useFormResult(result)
  const isBusy = useNavigation().formMethod === "POST"
  useFirstDraft({ userId: useRootData()?.user?.id, profile: slug, form, isSending: isBusy })
  return (
    <div className="page-container max-w-[44rem]! pt-8 md:pt-12">
      <Breadcrumbs
        label={t("back")}
        items={[
          { label: t("title"), to: "/profile/chat" },
          { label: name, to: `/escorts/${slug}` },
        ]}
      />
      <h1 className="mt-4 text-page-title">{t("first.title", { name })}</h1>
      {!why && <p className="mt-3 text-lead text-ink2">{t("first.body", { name })}</p>}
      {replySpeed && <p className="mt-3 text-body text-ink2">{t(`reply_speed.${replySpeed}`)}</p>}
      {away && <AwayNotice away={away} name={name} className="mt-6 rounded-card px-4 py-3.5" />}
      {why ? (
        <div className="mt-8">
          <Banner tone="accent" fact={why}>
            {refusal === "chat.premium_required" && t("first.premium")}
          </Banner>
          {refusal === "chat.premium_required" && (
            <ButtonLink
              to={withNext("/profile/plans", `/profile/chat/new?profile=${slug}`)}
              variant="primary"
              size="large"
              className="mt-6 max-sm:w-full"
            >
              {t("first.plans")}
            </ButtonLink>
          )}
          {refusal === "chat.limited" && (
            <ButtonLink to="/profile/decisions" size="large" className="mt-6 max-sm:w-full">
              {t("first.reasons")}
            </ButtonLink>
          )}
          <p className="mt-6 text-body text-ink2">{t("first.meanwhile", { name })}</p>
          <div className="mt-4 flex flex-wrap gap-3 *:w-full sm:*:w-60">
            <HeartButton profile={profile} look="wide" />
            <ButtonLink to={`/escorts/${slug}`} className="h-11">
              {t("see_profile")}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <Form ref={form} method="post" noValidate className="mt-8">
          <input type="hidden" name="profile" value={slug} />
          <input type="hidden" name="client_id" value={clientId} />
          <TextArea
            {...field("body")}
            label={t("first.label")}
            hint={t("first.hint")}
            rows={7}
            maxLength={maxBody}
            formatCount={formatCount}
            required
          />
          <AskedOffer profile={slug} form={form} />
          <Button type="submit" variant="primary" size="large" isBusy={isBusy} className="mt-6">
            {t("first.send")}
          </Button>
          <FormNotice result={result} />
        </Form>
      )}
    </div>
  )
}
