import { buildPlans } from "./billing/plans.ts"
import { categories, cities } from "./catalog.ts"
import { faqs } from "./content/faqs.ts"
import { type Edition, readPages } from "./content/pages.ts"
import { policies } from "./content/policies.ts"
import { reasonTemplates } from "./content/reason-templates.ts"
import { ticketAnswers } from "./content/ticket-answers.ts"
import { slugOf } from "./people.ts"
import type { TableRow } from "./rows.ts"
import { typesetEnglish, typesetFrench } from "./texts/fragments.ts"
import type { Pair } from "./texts/schema.ts"

/** Rows that every installation begins with, and the ids that profiles refer to, by slug. */
export interface Foundation {
  rows: TableRow[]
  cityIds: Map<string, string>
  categoryIds: Map<string, string>
  serviceIds: Map<string, string>
  /** The group of staff. */
  rootId: string
}

export interface FoundationOptions {
  newId: () => string
  edition: Edition
  /** Epoch ms. */
  createdAt: number
  /** Since when the legal pages are in force, epoch ms. */
  legalSince: number
}

/** Builds the catalogue, the pages, the questions and the root group: no people. */
export function buildFoundation({ newId, edition, createdAt, legalSince }: FoundationOptions): Foundation {
  const times = { created_at: createdAt, updated_at: createdAt }
  const rows: TableRow[] = []
  const add = (table: string, row: TableRow["row"]) => rows.push({ table, row })
  const addTexts = (table: string, key: object, texts: Record<string, Pair>) => {
    const inLocale = (locale: "en" | "fr", typeset: (text: string) => string) =>
      Object.fromEntries(Object.entries(texts).map(([column, pair]) => [column, typeset(pair[locale])]))
    add(table, { ...key, locale: "en", ...inLocale("en", typesetEnglish) })
    add(table, { ...key, locale: "fr", ...inLocale("fr", typesetFrench) })
  }

  const rootId = newId()
  add("groups", { id: rootId, name: "root", root: 1 })

  const cityIds = new Map<string, string>()
  for (const [at, city] of cities.entries()) {
    const id = newId()
    cityIds.set(city.slug, id)
    add("cities", {
      id,
      slug: city.slug,
      country: city.country,
      region: city.region,
      other_names: city.otherNames,
      latitude: city.latitude,
      longitude: city.longitude,
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

  for (const page of readPages(edition)) {
    const id = newId()
    const publishedAt = page.slug.startsWith("legal/") ? legalSince : createdAt
    add("pages", {
      id,
      slug: page.slug,
      version: 1,
      published_at: publishedAt,
      created_at: publishedAt,
      updated_at: publishedAt,
    })
    for (const text of page.texts) add("page_texts", { page_id: id, ...text })
  }
  for (const [at, faq] of faqs.entries()) {
    const id = newId()
    add("faqs", { id, topic: faq.topic, position: at + 1, published: 1, ...times })
    addTexts("faq_texts", { faq_id: id }, { question: faq.question, answer: faq.answer })
  }
  for (const [at, { slug, severity, name, text }] of policies.entries()) {
    const id = newId()
    add("policies", { id, slug, severity, position: at + 1, ...times })
    addTexts("policy_texts", { policy_id: id }, { name, text })
  }
  rows.push(...buildPlans({ newId, edition, createdAt }))
  for (const [at, { title, body }] of ticketAnswers.entries()) {
    const id = newId()
    add("ticket_answers", { id, position: at + 1, ...times })
    addTexts("ticket_answer_texts", { answer_id: id }, { title, body })
  }
  for (const [at, { use, name, text }] of reasonTemplates.entries()) {
    const id = newId()
    add("reason_templates", { id, use, position: at + 1, ...times })
    addTexts("reason_template_texts", { template_id: id }, { name, text })
  }
  return { rows, cityIds, categoryIds, serviceIds, rootId }
}
