import { setDefaultPaymentMethod } from "../customers/customers.ts"
import type { PortalSession } from "../customers/portal-sessions.ts"
import { emit } from "../events/events.ts"
import type { Reply } from "../http/messages.ts"
import { authorize } from "../payments/authorization.ts"
import { createSetupIntent } from "../payments/setup-intents.ts"
import type { Simulator } from "../simulator.ts"
import { cardFields, type FieldErrors, type FormFields, hasErrors, readCard, saveCard } from "./card-form.ts"
import { html } from "./html.ts"
import { errorSummary, notFound, page, redirect } from "./page.ts"
import { type Language, languageOf, textKey, translator } from "./texts.ts"

/** Responds for the customer portal, where a card can be changed. */
export function portalPage(sim: Simulator, id: string, acceptLanguage: string, values: FormFields | null): Reply {
  const session = sim.store.find("billing_portal.session", id)
  const language = languageOf(session?.locale, acceptLanguage)
  if (!session || !sim.store.find("customer", session.customer)) return notFound(language)
  return values
    ? changeCard(sim, session, language, values)
    : showForm(sim, { session, language, values: {}, errors: {} })
}

interface PortalForm {
  session: PortalSession
  language: Language
  values: FormFields
  errors: FieldErrors
}

function showForm(sim: Simulator, { session, language, values, errors }: PortalForm): Reply {
  const t = translator(language)
  const id = sim.store.get("customer", session.customer).invoice_settings.default_payment_method
  const subscription = sim.store.listWhere("subscription", "customer", session.customer)[0]
  const method = sim.store.find("payment_method", id ?? subscription?.default_payment_method ?? "")
  const card = method?.card
  const expiry = card && `${String(card.exp_month).padStart(2, "0")}/${card.exp_year}`
  const body = html`<p>${card ? t("currentCard", { brand: card.brand, last4: card.last4, expiry: expiry ?? "" }) : t("noCard")}</p>
${errorSummary(t, Object.values(errors))}
<form method="post" action="/p/session/${session.id}" novalidate>${cardFields(t, values, errors)}<button class="wide">${t("save")}</button></form>
${session.return_url && html`<p><a class="button plain" href="${session.return_url}">${t("backTo")}</a></p>`}`
  return page({ language, title: t("changeCard"), body, status: hasErrors(errors) ? 402 : 200 })
}

/** Attaches a card and makes it the customer's default; a subscription's own default stays what it is. */
function changeCard(sim: Simulator, session: PortalSession, language: Language, values: FormFields): Reply {
  const t = translator(language)
  const read = readCard(sim, t, values)
  if (!read.card) return showForm(sim, { session, language, values, errors: read.errors })
  const customer = sim.store.get("customer", session.customer)
  const method = saveCard(sim, read.card, values, customer.email)
  if (!method) return showForm(sim, { session, language, values, errors: { number: t("test_mode_live_card") } })
  const outcome = authorize(sim, method, { isPresent: true, isAuthenticated: true })
  if (outcome.status === "declined")
    return showForm(sim, {
      session,
      language,
      values,
      errors: { number: t(textKey(outcome.declineCode, "generic_decline")) },
    })
  const attached = sim.store.save({ ...method, customer: customer.id })
  emit(sim, "payment_method.attached", attached)
  const intent = createSetupIntent(sim, { customer: customer.id, paymentMethod: attached.id })
  emit(sim, "setup_intent.succeeded", intent)
  setDefaultPaymentMethod(sim, customer.id, attached.id)
  const { flow } = session
  const target = flow?.after_completion.redirect?.return_url ?? session.return_url
  return target ? redirect(target) : redirect(`/p/session/${session.id}`)
}
