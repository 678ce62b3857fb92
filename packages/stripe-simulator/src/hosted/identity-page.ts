import type { Reply } from "../http/messages.ts"
import { decide, outcomes } from "../identity/outcomes.ts"
import { returnUrlOf } from "../identity/verification-sessions.ts"
import type { Simulator } from "../simulator.ts"
import type { FormFields } from "./card-form.ts"
import { html } from "./html.ts"
import { notFound, page, redirect } from "./page.ts"
import { languageOf, translator } from "./texts.ts"

/** Responds for the page of an identity check, on which the tester chooses its outcome. */
export function identityPage(sim: Simulator, id: string, acceptLanguage: string, values: FormFields | null): Reply {
  const session = sim.store.find("identity.verification_session", id)
  const language = languageOf(null, acceptLanguage)
  const t = translator(language)
  if (!session) return notFound(language)
  const returnUrl = returnUrlOf(sim, id)
  const outcome = outcomes.find((one) => one === values?.outcome)
  if (outcome) {
    decide(sim, session, outcome)
    return redirect(returnUrl ?? `/identity/${id}`)
  }
  if (session.status !== "requires_input") {
    const link = returnUrl && html`<p><a class="button" href="${returnUrl}">${t("backTo")}</a></p>`
    return page({ language, title: t("identityDone"), body: html`${link}` })
  }
  const choices = outcomes.map(
    (one, index) =>
      html`<div class="field"><input type="radio" name="outcome" id="${one}" value="${one}"${index === 0 && html` checked`}> <label for="${one}" style="display:inline">${t(`outcome_${one}`)}</label></div>`,
  )
  const body = html`<p>${t("identityText")}</p><form method="post" action="/identity/${id}"><fieldset><legend>${t("outcome")}</legend>${choices}</fieldset><button class="wide">${t("continue")}</button></form>`
  return page({ language, title: t("identity"), body })
}
