import { emit, saveAndEmit } from "../events/events.ts"
import { endpoint, findOrFail, listEndpoint, retrieveEndpoint } from "../http/endpoint.ts"
import { invalidRequest } from "../http/errors.ts"
import { boolean, clearable, ignoring, listOf, metadata, shape, text, url } from "../http/schema.ts"
import type { Simulator } from "../simulator.ts"
import { newId } from "../store/ids.ts"
import { mergeMetadata } from "../store/metadata.ts"
import type { Resources } from "../store/stored.ts"

type Product = Resources["product"]
type NewProduct = Pick<Product, "name"> & Partial<Omit<Product, "object" | "created" | "updated" | "deleted">>

function productObject(sim: Simulator, given: NewProduct): Product {
  const created = sim.clock.now()
  return {
    id: newId("prod", 14),
    object: "product",
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
    ...given,
  }
}

function createProduct(sim: Simulator, given: NewProduct): Product {
  if (given.id && sim.store.find("product", given.id))
    throw invalidRequest("Product already exists.", { param: "id", code: "resource_already_exists" })
  const product = sim.store.insert(productObject(sim, given))
  emit(sim, "product.created", product)
  return product
}

const fields = {
  active: boolean,
  description: clearable(text),
  images: clearable(listOf(text)),
  metadata,
  tax_code: clearable(text),
  unit_label: clearable(text),
  statement_descriptor: text,
  url: clearable(url),
  marketing_features: listOf(shape({ name: text }, {})),
  ...ignoring("shippable", "package_dimensions"),
}

export const productEndpoints = [
  endpoint("POST", "/v1/products", shape({ name: text }, { ...fields, id: text, type: text }), (sim, { params }) => {
    const { shippable, package_dimensions, type, ...given } = params
    return createProduct(sim, { ...given, images: given.images ?? [], metadata: mergeMetadata({}, given.metadata) })
  }),
  endpoint("POST", "/v1/products/:id", shape({}, { ...fields, name: text, default_price: text }), (sim, call) => {
    const { shippable, package_dimensions, ...given } = call.params
    const product = findOrFail(sim, "product", call.id)
    return saveAndEmit(sim, "product.updated", product, {
      ...product,
      ...given,
      images: given.images ?? product.images,
      metadata: mergeMetadata(product.metadata, given.metadata),
      updated: sim.clock.now(),
    })
  }),
  retrieveEndpoint("/v1/products/:id", "product"),
  listEndpoint("/v1/products", "product", { active: { path: "active", schema: boolean } }),
]
