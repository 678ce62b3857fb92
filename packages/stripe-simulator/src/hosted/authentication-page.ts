import { completeSession } from "../checkout/completion.ts"
import { type CheckoutSession, planOf } from "../checkout/sessions.ts"
import { saveAndEmit } from "../events/events.ts"
import type { Reply } from "../http/messages.ts"
import { collect } from "../invoices/collection.ts"
import { declineError } from "../payments/declines.ts"
import type { Simulator } from "../simulator.ts"
import type { FormFields } from "./card-form.ts"
import { showForm, successUrl } from "./checkout-page.ts"
import { html } from "./html.ts"
import { notFound, page, redirect } from "./page.ts"
import { type Language, languageOf, translator } from "./texts.ts"

/** Responds for the bank's page of a checkout session or of an invoice's payment intent. */
export function authenticationPage(
  sim: Simulator,
  id: string,
  acceptLanguage: string,
  values: FormFields | null,
): Reply {
  const session = sim.store.find("checkout.session", id)
  const language = languageOf(session?.locale, acceptLanguage)
  const intent = sim.store.find("payment_intent", id)
  if (!session && intent?.status !== "requires_action" && !values) return notFound(language)
  if (!values) return showQuestion(sim, id, language)
  const isPassed = values.result === "complete"
  return session
    ? authenticateSession(sim, session, language, isPassed)
    : authenticateIntent(sim, id, language, isPassed)
}

function showQuestion(sim: Simulator, id: string, language: Language): Reply {
  const t = translator(language)
  const body = html`<p>${t("authenticationText", { account: sim.settings.accountName })}</p>
<form method="post" action="/3d-secure/${id}"><p><button name="result" value="complete">${t("complete")}</button></p>
<p><button class="plain" name="result" value="fail">${t("fail")}</button></p></form>`
  return page({ language, title: t("authentication"), body })
}

function authenticateSession(sim: Simulator, session: CheckoutSession, language: Language, isPassed: boolean): Reply {
  if (session.status === "complete") return redirect(successUrl(session))
  const { authenticating } = planOf(sim, session.id)
  const method = authenticating && sim.store.find("payment_method", authenticating.method)
  if (session.status !== "open" || !authenticating || !method) return redirect(`/c/pay/${session.id}`)
  const { details } = authenticating
  if (isPassed && completeSession(sim, { session, details, method, isAuthenticated: true }).status === "approved")
    return redirect(successUrl(session))
  const { email, name, country } = details
  const error = translator(language)("authentication_required")
  return showForm(sim, { session, language, values: { email, name, country }, errors: { number: error } })
}

/** Pays an invoice with the card that waited, or takes the card off its intent. */
function authenticateIntent(sim: Simulator, id: string, language: Language, isPassed: boolean): Reply {
  const intent = sim.store.find("payment_intent", id)
  const [payment] = sim.store.list("invoice_payment", [{ path: "payment.payment_intent", value: id }])
  if (!intent || !payment) return notFound(language)
  const invoicePage = redirect(`/i/${payment.invoice}`)
  if (intent.status !== "requires_action" || !intent.payment_method) return invoicePage
  const method = sim.store.get("payment_method", intent.payment_method)
  if (isPassed) collect(sim, payment.invoice, { method, isPresent: true, isAuthenticated: true })
  else {
    const { type, code, message } = declineError("authentication_required")
    saveAndEmit(sim, "payment_intent.payment_failed", intent, {
      ...intent,
      last_payment_error: { type, code, message },
      next_action: null,
      payment_method: null,
      status: "requires_payment_method",
    })
  }
  return invoicePage
}
