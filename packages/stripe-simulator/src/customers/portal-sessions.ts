import { emit } from "../events/events.ts"
import { endpoint, findOrFail } from "../http/endpoint.ts"
import { ignoring, oneOf, shape, text, url } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import type { Resources } from "../store/stored.ts"

export type PortalSession = Resources["billing_portal.session"]

interface NewPortalSession {
  customer: string
  returnUrl: string | null
  locale: string | null
  flow: PortalSession["flow"]
}

function portalSessionObject(sim: Simulator, given: NewPortalSession): PortalSession {
  const id = newId("bps")
  return {
    id,
    object: "billing_portal.session",
    configuration: "bpc_1SimulatorConfiguration0",
    created: sim.clock.now(),
    customer: given.customer,
    customer_account: null,
    flow: given.flow,
    livemode: false,
    locale: given.locale as PortalSession["locale"],
    on_behalf_of: null,
    return_url: given.returnUrl,
    url: `${sim.url}/p/session/${id}`,
  }
}

const flowData = shape(
  { type: oneOf("payment_method_update") },
  {
    after_completion: shape(
      { type: oneOf("redirect", "portal_homepage", "hosted_confirmation") },
      { redirect: shape({ return_url: url }, {}), ...ignoring("hosted_confirmation") },
    ),
  },
)

function flowOf(given: ReturnType<typeof flowData> | undefined): PortalSession["flow"] {
  if (!given) return null
  const { type = "portal_homepage", redirect = null } = given.after_completion ?? {}
  return {
    after_completion: { hosted_confirmation: null, redirect, type },
    customer_update: null,
    subscription_cancel: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: given.type,
  }
}

const createSchema = shape(
  { customer: text },
  { return_url: url, locale: text, flow_data: flowData, ...ignoring("configuration", "on_behalf_of") },
)

export const portalEndpoints = [
  endpoint("POST", "/v1/billing_portal/sessions", createSchema, (sim, { params }) => {
    const session = portalSessionObject(sim, {
      customer: findOrFail(sim, "customer", params.customer, "customer").id,
      returnUrl: params.return_url ?? null,
      locale: params.locale ?? null,
      flow: flowOf(params.flow_data),
    })
    emit(sim, "billing_portal.session.created", sim.store.insert(session))
    return session
  }),
]
