import { type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { getWithdrawalOffer, withdraw } from "~/domain/billing/withdrawal.server"
import { WithdrawalForm } from "~/features/billing/current/withdrawal-form"
import { ActionFrame } from "~/features/billing/membership-frame"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { resultOrProblem } from "~/remix/result-or-problem.server"
import { ButtonLink } from "~/ui/button"

export const handle = { i18n: ["billing", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const { result: offer, problem } = await resultOrProblem(ctx, getWithdrawalOffer(ctx))
  const t = translator(ctx.locale, "billing")
  return { offer, problem, title: t(offer ? "withdraw.page" : "withdraw.over") }
})

export const action = withContext((args) =>
  submitForm(args, z.object({}), async () => {
    const { amount, is_done } = await withdraw(args.ctx)
    const notice = is_done ? "withdrawn" : "withdrawing"
    throw redirect(`/profile/billing?notice=${notice}${amount > 0 ? "" : "_free"}`, 303)
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function WithdrawPage() {
  const { t } = useTranslation("billing")
  const { offer, problem, title } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  return (
    <ActionFrame title={title} lead={problem?.message}>
      {offer ? (
        <WithdrawalForm offer={offer} result={result} />
      ) : (
        <ButtonLink to="/profile/billing" size="large" className="mt-8">
          {t("withdraw.to_billing")}
        </ButtonLink>
      )}
    </ActionFrame>
  )
}
