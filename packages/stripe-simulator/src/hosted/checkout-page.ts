import { productName } from "../catalog/prices.ts"
import { findActiveCode, refusal } from "../catalog/promotion-codes.ts"
import { completeSession } from "../checkout/completion.ts"
import {
  asksForCard,
  type CheckoutSession,
  hasTrial,
  type PayerDetails,
  planOf,
  savePlan,
  withOrder,
} from "../checkout/sessions.ts"
import { ApiError } from "../http/errors.ts"
import type { Reply } from "../http/messages.ts"
import type { Simulator } from "../simulator.ts"
import { cardFields, type FieldErrors, type FormFields, hasErrors, readCard, saveCard } from "./card-form.ts"
import { orderSummary } from "./checkout-summary.ts"
import { type Html, html } from "./html.ts"
import { formatMoney } from "./money.ts"
import { errorSummary, field, notFound, page, redirect } from "./page.ts"
import { type Language, languageOf, textKey, translator } from "./texts.ts"

const countries = ["FR", "BE", "CH", "LU", "DE", "ES", "IT", "NL", "GB", "US"]

/** Responds with the page of a session, or with what its form does: `action` is pay, apply or remove. */
export function checkoutPage(sim: Simulator, id: string, acceptLanguage: string, values: FormFields | null): Reply {
  const session = sim.store.find("checkout.session", id)
  const language = languageOf(session?.locale, acceptLanguage)
  if (!session) return notFound(language)
  if (session.status === "complete") return redirect(successUrl(session))
  if (session.status === "expired") return expiredPage(session, language)
  if (!values) return showForm(sim, { session, language, values: {}, errors: {} })
  if (values.action === "apply") return applyCode(sim, session, language, values)
  if (values.action === "remove") return removeCode(sim, session, language, values)
  return pay(sim, session, language, values)
}

/** Returns where a completed session leads. */
export function successUrl({ id, success_url: url }: CheckoutSession): string {
  return (url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", id)
}

function expiredPage({ cancel_url: url }: CheckoutSession, language: Language): Reply {
  const t = translator(language)
  const link = url && html`<p><a class="button" href="${url}">${t("backTo")}</a></p>`
  return page({ language, title: t("sessionOver"), body: html`<p>${t("sessionOverText")}</p>${link}`, status: 410 })
}

interface CheckoutForm {
  session: CheckoutSession
  language: Language
  values: FormFields
  errors: FieldErrors
}

export function showForm(sim: Simulator, { session, language, values, errors }: CheckoutForm): Reply {
  const t = translator(language)
  const plan = planOf(sim, session.id)
  const [first] = plan.items
  const title = first ? t("subscribeTo", { name: productName(sim, first.price) }) : t("saveCard")
  const isFailed = hasErrors(errors)
  const amount = formatMoney(language, session.amount_total ?? 0, session.currency ?? "eur")
  const label =
    session.mode === "setup"
      ? t("save")
      : hasTrial(plan)
        ? t("startTrial")
        : session.amount_total
          ? t("pay", { amount })
          : t("subscribe")
  const body = html`${first && orderSummary(sim, session, plan, language)}
${session.allow_promotion_codes && promotionCodeForm(sim, { session, language, values, errors })}
${errorSummary(t, Object.values(errors))}
<form method="post" action="/c/pay/${session.id}" novalidate>
${emailField(session, language, values, errors)}
${asksForCard(session) && cardFields(t, values, errors)}
${countryField(language, values)}
<button class="wide" name="action" value="pay">${label}</button>
</form>
${session.cancel_url && html`<p><a class="button plain" href="${session.cancel_url}">${t("back")}</a></p>`}`
  return page({ language, title, body, status: isFailed ? 402 : 200 })
}

function emailField(session: CheckoutSession, language: Language, values: FormFields, errors: FieldErrors): Html {
  const t = translator(language)
  if (session.customer) return html``
  const value = values.email ?? session.customer_email ?? ""
  return field({ name: "email", label: t("email"), type: "email", autocomplete: "email", value, error: errors.email })
}

function countryField(language: Language, values: FormFields): Html {
  const names = new Intl.DisplayNames(language, { type: "region" })
  const options = countries.map(
    (code) =>
      html`<option value="${code}"${code === (values.country ?? "FR") && html` selected`}>${names.of(code)}</option>`,
  )
  return html`<div class="field"><label for="country">${translator(language)("country")}</label><select id="country" name="country" autocomplete="country">${options}</select></div>`
}

function promotionCodeForm(sim: Simulator, { session, language, values, errors }: CheckoutForm): Html {
  const t = translator(language)
  const applied = sim.store.find("promotion_code", session.discounts?.[0]?.promotion_code ?? "")
  const action = `/c/pay/${session.id}`
  if (applied)
    return html`<form method="post" action="${action}"><button class="plain" name="action" value="remove">${t("remove", { code: applied.code })}</button></form>`
  const { code: error } = errors
  return html`<form method="post" action="${action}" novalidate>${field({ name: "code", label: t("promotionCode"), value: values.code, error })}<button class="plain" name="action" value="apply">${t("apply")}</button></form>`
}

function applyCode(sim: Simulator, session: CheckoutSession, language: Language, values: FormFields): Reply {
  const code = session.allow_promotion_codes ? findActiveCode(sim, values.code ?? "") : null
  const reason = code && refusal(sim, code, session.customer, session.amount_subtotal ?? 0)
  if (!code || reason)
    return showForm(sim, { session, language, values, errors: { code: translator(language)("unknownCode") } })
  return changeRedemptions(sim, session, language, [{ promotion_code: code.id }])
}

function removeCode(sim: Simulator, session: CheckoutSession, language: Language, values: FormFields): Reply {
  return session.allow_promotion_codes
    ? changeRedemptions(sim, session, language, [])
    : showForm(sim, { session, language, values, errors: {} })
}

function changeRedemptions(
  sim: Simulator,
  session: CheckoutSession,
  language: Language,
  redemptions: { promotion_code: string }[],
): Reply {
  const plan = { ...planOf(sim, session.id), redemptions }
  savePlan(sim, session.id, plan)
  const changed = sim.store.save(withOrder(sim, session, plan))
  return showForm(sim, { session: changed, language, values: {}, errors: {} })
}

function pay(sim: Simulator, session: CheckoutSession, language: Language, values: FormFields): Reply {
  const t = translator(language)
  const errors: FieldErrors = {}
  const customer = session.customer ? sim.store.find("customer", session.customer) : null
  const email = customer?.email ?? values.email ?? ""
  if (!customer && !/^\S+@\S+\.\S+$/.test(email)) errors.email = t("invalidEmail")
  const read = asksForCard(session) ? readCard(sim, t, values) : null
  Object.assign(errors, read?.errors)
  if (hasErrors(errors)) return showForm(sim, { session, language, values, errors })
  const method = read?.card ? saveCard(sim, read.card, values, email || null) : null
  if (read && !method) return showForm(sim, { session, language, values, errors: { number: t("test_mode_live_card") } })
  const { name = "", country = "" } = values
  const details: PayerDetails = { email, name, country }
  try {
    const outcome = completeSession(sim, { session, details, method, isAuthenticated: false })
    if (outcome.status === "approved") return redirect(successUrl(session))
    if (outcome.status === "requires_action") return redirect(`/3d-secure/${session.id}`)
    return showForm(sim, {
      session,
      language,
      values,
      errors: { number: t(textKey(outcome.declineCode, "generic_decline")) },
    })
  } catch (error) {
    // A code that can no longer be redeemed.
    if (error instanceof ApiError) return showForm(sim, { session, language, values, errors: { code: error.message } })
    throw error
  }
}
