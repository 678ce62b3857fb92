import { endpoint, retrieveEndpoint } from "../http/endpoint.ts"
import { clearable, ignored, listOf, metadata, shape, text, url } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId, randomText } from "../store/ids.ts"
import type { Metadata, Resources } from "../store/stored.ts"

type WebhookEndpoint = Resources["webhook_endpoint"]

interface NewWebhookEndpoint {
  url: string
  enabledEvents: string[]
  secret?: string
  description?: string | null
  metadata?: Metadata
}

function webhookEndpointObject(sim: Simulator, given: NewWebhookEndpoint): WebhookEndpoint {
  return {
    id: newId("we"),
    object: "webhook_endpoint",
    api_version: null,
    application: null,
    created: sim.clock.now(),
    description: given.description ?? null,
    enabled_events: given.enabledEvents,
    livemode: false,
    metadata: given.metadata ?? {},
    status: "enabled",
    url: given.url,
  }
}

/** Creates an endpoint; only the returned object shows its secret. */
export function createWebhookEndpoint(sim: Simulator, given: NewWebhookEndpoint): WebhookEndpoint {
  const created = sim.store.insert(webhookEndpointObject(sim, given))
  const secret = given.secret ?? `whsec_${randomText(32)}`
  sim.store.setNote(secretKey(created.id), secret)
  return { ...created, secret }
}

const secretKey = (id: string) => `webhook-secret:${id}`

export function secretOf(sim: Pick<Simulator, "store">, endpointId: string): string {
  return sim.store.note<string>(secretKey(endpointId)) ?? ""
}

const createSchema = shape(
  { url, enabled_events: listOf(text) },
  { description: clearable(text), metadata, api_version: ignored, connect: ignored },
)
export const webhookEndpointEndpoints = [
  endpoint("POST", "/v1/webhook_endpoints", createSchema, (sim, { params }) =>
    createWebhookEndpoint(sim, {
      url: params.url,
      enabledEvents: params.enabled_events,
      description: params.description,
      metadata: params.metadata ?? {},
    }),
  ),
  retrieveEndpoint("/v1/webhook_endpoints/:id", "webhook_endpoint"),
]
