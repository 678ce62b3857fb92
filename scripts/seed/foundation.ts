import { accounts, hashPassword } from "./accounts.ts"
import { categories, cities } from "./catalog.ts"
import { faqs } from "./content/faqs.ts"
import { readPages } from "./content/pages.ts"
import { ulid } from "./ids.ts"
import { slugOf } from "./people.ts"
import { random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"
import { type Pair, typesetEnglish, typesetFrench } from "./texts/fragments.ts"
import { buildTickets } from "./tickets.ts"

/** The ids that profiles refer to, by slug; the demo owner's by name. */
export interface Foundation {
  rows: TableRow[]
  cityIds: Map<string, string>
  categoryIds: Map<string, string>
  serviceIds: Map<string, string>
  ownerId: string
}

/** In force since then: the month that those who join, or apply to be listed, accept. */
const legalSince = Date.UTC(2026, 10, 1)

/**
 * Builds everything before the profiles: accounts, catalogue, pages and questions. `epoch`: the content epoch to write.
 */
export function buildFoundation(options: Omit<SeedOptions, "pictures">, epoch: number): Foundation {
  const { seed, now } = options
  const createdAt = now - 560 * day
  const times = { created_at: createdAt, updated_at: createdAt }
  const ids = random(seed, "foundation")
  const newId = () => ulid(createdAt, ids)
  const rows: TableRow[] = []
  const add = (table: string, row: TableRow["row"]) => rows.push({ table, row })
  const addTexts = (table: string, key: object, texts: Record<string, Pair>) => {
    const inLocale = (typeset: (text: string) => string, at: 0 | 1) =>
      Object.fromEntries(Object.entries(texts).map(([column, pair]) => [column, typeset(pair[at])]))
    add(table, { ...key, locale: "en", ...inLocale(typesetEnglish, 0) })
    add(table, { ...key, locale: "fr", ...inLocale(typesetFrench, 1) })
  }

  add("content_epoch", { id: 1, epoch })

  const userIds = accounts.map((account) => {
    const id = newId()
    add("users", {
      id,
      email: account.email,
      name: account.name,
      password_hash: hashPassword(account, seed),
      email_verified_at: createdAt,
      locale: account.locale,
      ...times,
    })
    return id
  })
  const [adminId, memberId, premiumId, ownerId] = userIds as [string, string, string, string]
  const rootId = newId()
  add("groups", { id: rootId, name: "root", root: 1 })
  add("user_groups", { user_id: adminId, group_id: rootId })
  add("subscriptions", {
    id: newId(),
    user_id: premiumId,
    type: "premium",
    stripe_id: "sub_demo_premium",
    stripe_status: "active",
    stripe_price: "price_premium_monthly",
    quantity: 1,
    trial_ends_at: null,
    ends_at: null,
    ...times,
  })

  const cityIds = new Map<string, string>()
  for (const [at, city] of cities.entries()) {
    const id = newId()
    cityIds.set(city.slug, id)
    add("cities", {
      id,
      slug: city.slug,
      country: city.country,
      region: city.region,
      region_slug: slugOf(city.region),
      position: at + 1,
      ...times,
    })
    addTexts("city_texts", { city_id: id }, { name: city.name })
  }

  const categoryIds = new Map<string, string>()
  const serviceIds = new Map<string, string>()
  for (const [at, category] of categories.entries()) {
    const categoryId = newId()
    categoryIds.set(category.slug, categoryId)
    add("service_categories", { id: categoryId, slug: category.slug, icon: category.icon, position: at + 1, ...times })
    addTexts(
      "service_category_texts",
      { category_id: categoryId },
      { name: category.name, description: category.description },
    )
    for (const [place, service] of category.services.entries()) {
      const id = newId()
      serviceIds.set(service.slug, id)
      add("services", { id, category_id: categoryId, slug: service.slug, position: place + 1, ...times })
      addTexts("service_texts", { service_id: id }, { name: service.name })
    }
  }

  for (const page of readPages()) {
    const id = newId()
    const publishedAt = page.slug.startsWith("legal/") ? legalSince : createdAt
    add("pages", {
      ...{ id, slug: page.slug, version: 1, published_at: publishedAt },
      ...{ created_at: publishedAt, updated_at: publishedAt },
    })
    for (const text of page.texts) add("page_texts", { page_id: id, ...text })
  }
  for (const [at, faq] of faqs.entries()) {
    const id = newId()
    add("faqs", { id, topic: faq.topic, position: at + 1, published: 1, ...times })
    addTexts("faq_texts", { faq_id: id }, { question: faq.question, answer: faq.answer })
  }
  rows.push(...buildTickets(options, memberId, adminId))
  return { rows, cityIds, categoryIds, serviceIds, ownerId }
}
