import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { getBillingAndRights } from "~/domain/billing/entitlements.server"
import { cancelPlan, openCardPage, payOverdue, resumePlan } from "~/domain/billing/membership.server"
import { type Billing, CancelForm } from "~/domain/billing/schema"
import { BillingView } from "~/features/billing/current/billing-view"
import type { BillingIntent } from "~/features/billing/current/use-action-form"
import type { LeaveResult } from "~/features/billing/leave-for-payment"
import { MembershipFrame } from "~/features/billing/membership-frame"
import { formatDate } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"

export const handle = { i18n: ["billing", "errors"] }

const path = "/profile/billing"
const Notice = z.enum([
  "cancelled",
  "resumed",
  "paid",
  "changed",
  "withdrawn",
  "withdrawing",
  "withdrawn_free",
  "withdrawing_free",
])

export const loader = withContext(async ({ ctx, request }) => {
  const { billing, entitlements } = await getBillingAndRights(ctx)
  const notice = Notice.safeParse(new URL(request.url).searchParams.get("notice"))
  const title = translator(ctx.locale, "billing")("current.title")
  // Prices say nothing that Premium does not: members know them as their plan.
  const shown = entitlements.filter(({ rule }) => rule === "premium")
  return { billing, entitlements: shown, notice: notice.success ? say(notice.data, billing, ctx.locale) : null, title }
})

/** Returns the sentence of what was done, as it is now: null if it holds no more. */
function say(notice: z.output<typeof Notice>, { plan }: Billing, locale: Locale): string | null {
  const t = translator(locale, "billing")
  if (notice !== "cancelled") return t(`notices.${notice}`)
  if (!plan) return t("notices.ended")
  return plan.ends_at ? t("notices.cancelled", { date: formatDate(plan.ends_at, locale, "date") }) : null
}

export const action = withContext((args) => {
  const { ctx } = args
  /** Runs an act, then loads the page as it is after it. */
  const run = (act: () => Promise<void>, notice: z.output<typeof Notice>) => (args: PageArgs) =>
    submitForm(args, z.object({}), async () => {
      await act()
      throw redirect(`${path}?notice=${notice}`, 303)
    })
  return byIntent<BillingIntent>(args, {
    cancel: (args) =>
      submitForm(args, CancelForm, async ({ reason }) => {
        await cancelPlan(ctx, reason)
        throw redirect(`${path}?notice=cancelled`, 303)
      }),
    resume: run(() => resumePlan(ctx), "resumed"),
    pay: run(() => payOverdue(ctx), "paid"),
    card: (args) =>
      submitForm(args, z.object({}), async () => data<LeaveResult>({ leave: await openCardPage(ctx, path) })),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function BillingPage() {
  const { billing, entitlements, notice, title } = useLoaderData<typeof loader>()
  return (
    <MembershipFrame current="billing" title={title}>
      <BillingView billing={billing} entitlements={entitlements} notice={notice} />
    </MembershipFrame>
  )
}
