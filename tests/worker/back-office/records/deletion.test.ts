import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { form } from "../../helpers/app"
import { insertCategory, insertCity, insertFaq, insertService } from "../../helpers/rows"
import { asStaff, type Caller } from "./people"

let editor: Caller
beforeAll(async () => {
  editor = await asStaff("editor")
})

const remove = async (name: string, id: string) => {
  const { body } = await editor.call("GET", `/${name}/${id}`)
  expect((await editor.call("DELETE", `/${name}/${id}?version=${body.version}`)).status).toBe(204)
  return body
}
const restore = (name: string, ...ids: string[]) => editor.call("POST", `/${name}/deleted/restore`, { ids })
const deletedOf = async (name: string): Promise<{ id: string; title: string; staffName: string }[]> =>
  (await editor.call("GET", `/${name}/deleted`)).body.data
const countOf = async (sql: string, ...values: string[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .first<{ n: number }>()
  )?.n
const texts = { "name.en": "A", "name.fr": "A", "about.en": "", "about.fr": "" }
const city = (slug: string) => ({
  slug,
  region: "R",
  region_slug: "r",
  country: "FR",
  other_names: "",
  latitude: null,
  longitude: null,
  ...texts,
})

describe("a deleted record", () => {
  test("is restored with its id, texts, time of creation, and place in the order", async () => {
    const ids: string[] = []
    for (const name of ["first", "second", "third"])
      ids.push((await insertFaq({}, { question: `${name}?`, answer: name })).id)
    const [first = "", second = "", third = ""] = ids
    await editor.call("POST", `/faqs/${second}/move`, { target: third, side: "before" })
    const before = await remove("faqs", second)
    expect(await deletedOf("faqs")).toContainEqual(
      expect.objectContaining({ id: second, title: "second?", values: before.values }),
    )
    // Another one takes its place.
    await editor.call("POST", `/faqs/${third}/move`, { target: first, side: "after" })
    expect((await restore("faqs", second)).body).toEqual({ done: [second], failed: [] })
    const { body: after } = await editor.call("GET", `/faqs/${second}`)
    expect(after).toMatchObject({ values: before.values, createdAt: before.createdAt, title: before.title })
    const { results } = await env.DB.prepare("SELECT id, position FROM faqs ORDER BY position, id").all<{
      id: string
      position: number
    }>()
    const order = results.map(({ id }) => id).filter((id) => ids.includes(id))
    expect(order).toEqual([first, second, third])
    const places = results.filter(({ id }) => ids.includes(id)).map(({ position }) => position)
    expect(new Set(places).size).toBe(places.length)
    expect((await deletedOf("faqs")).map(({ id }) => id)).not.toContain(second)
  })

  test("is restored once, however often it is asked for", async () => {
    const { id } = await insertFaq({}, { question: "Twice?", answer: "Once." })
    await remove("faqs", id)
    const results = await Promise.all([restore("faqs", id), restore("faqs", id)])
    expect(results.flatMap(({ body }) => body.done)).toEqual([id])
    const restored = "SELECT count(*) AS n FROM audit_log WHERE action = 'faqs.restore' AND target_id = ?"
    expect(await countOf(restored, id)).toBe(1)
    const { body } = await editor.call("GET", `/faqs/${id}/revisions`)
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(["restoration", "deletion"])
  })

  test("deleted a second time is listed once, as it was last", async () => {
    const { id } = await insertFaq({}, { question: "Before?", answer: "Yes." })
    await remove("faqs", id)
    await restore("faqs", id)
    const { body } = await editor.call("GET", `/faqs/${id}`)
    const values = { ...body.values, published: true, "question.en": "After?" }
    await editor.call("PUT", `/faqs/${id}`, { version: body.version, values })
    await remove("faqs", id)
    const listed = (await deletedOf("faqs")).filter((one) => one.id === id)
    expect(listed.map(({ title }) => title)).toEqual(["After?"])
  })

  test("whose slug another record has taken stays deleted, and says so", async () => {
    const { id, slug } = await insertCity()
    await remove("cities", id)
    expect((await editor.call("POST", "/cities", { values: city(slug) })).status).toBe(201)
    expect((await restore("cities", id)).body).toEqual({ done: [], failed: [{ id, code: "resources.slug_taken" }] })
    expect((await editor.call("GET", `/cities/${id}`)).status).toBe(404)
    const texts = "SELECT count(*) AS n FROM city_texts WHERE city_id = ?"
    expect(await countOf(texts, id)).toBe(0)
  })

  test("that belongs to another one is restored after it", async () => {
    const category = await insertCategory()
    const { id } = await insertService({ categoryId: category.id })
    await remove("services", id)
    await remove("service-categories", category.id)
    expect((await restore("services", id)).body.failed).toEqual([{ id, code: "resources.parent_missing" }])
    expect((await restore("service-categories", category.id)).body.done).toEqual([category.id])
    expect((await restore("services", id)).body.done).toEqual([id])
  })

  test("is reached again by the redirects of its former slugs", async () => {
    const { id, slug } = await insertCity()
    const { body } = await editor.call("GET", `/cities/${id}`)
    const values = { ...body.values, slug: `${slug}-new`, region_slug: "r" }
    await editor.call("PUT", `/cities/${id}`, { version: body.version, values })
    await remove("cities", id)
    await restore("cities", id)
    const leads =
      "SELECT count(*) AS n FROM catalog_redirects AS r JOIN cities AS c ON c.id = r.record_id WHERE r.slug = ?"
    expect(await countOf(leads, slug)).toBe(1)
  })

  test("is listed to those who may read the resource, and restored by those who may write it", async () => {
    const { id } = await insertFaq({}, { question: "Whose?", answer: "Ours." })
    await remove("faqs", id)
    const auditor = await asStaff("auditor")
    const finance = await asStaff("finance")
    for (const { call } of [auditor, finance])
      expect((await call("POST", "/faqs/deleted/restore", { ids: [id] })).status).toBe(404)
    expect((await finance.call("GET", "/faqs/deleted")).status).toBe(404)
  })

  test("of a kind that is never deleted here is neither listed nor restored", async () => {
    for (const name of ["pages", "profiles", "users", "audit"]) {
      const owner = await asStaff("trust_lead", "editor", "support")
      expect((await owner.call("GET", `/${name}/deleted`)).status).toBe(404)
      const sent = await owner.open(`/${name}`, form({ intent: "restore", ids: "x" }))
      expect([name, sent.status]).toEqual([name, 404])
    }
  })
})

describe("records deleted together", () => {
  test("are deleted but for those that others refer to, which are named, and come back together", async () => {
    const [free, used, other] = [await insertCategory(), await insertCategory(), await insertCategory()]
    await insertService({ categoryId: used.id })
    const ids = [free.id, used.id, other.id, "none"]
    const { body } = await editor.call("POST", "/service-categories/acts/remove", { ids })
    expect(body.done).toEqual([free.id, other.id])
    expect(body.failed).toEqual(
      expect.arrayContaining([
        { id: used.id, code: "resources.in_use" },
        { id: "none", code: "request.not_found" },
      ]),
    )
    expect((await restore("service-categories", ...body.done)).body.done).toEqual(body.done)
  })

  test("are a hundred at most: more are refused, and none is deleted", async () => {
    const { id } = await insertFaq({}, { question: "Many?", answer: "No." })
    const ids = [id, ...Array.from({ length: 100 }, (_, n) => `none-${n}`)]
    expect((await editor.call("POST", "/faqs/acts/remove", { ids })).status).toBe(422)
    const fields = new URLSearchParams([["intent", "remove"], ...ids.map((one) => ["ids", one])])
    const sent = await editor.open("/faqs", { ...form({}), body: fields })
    expect(sent.status).toBe(422)
    expect((await editor.call("GET", `/faqs/${id}`)).status).toBe(200)
  })
})

describe("the page of a record", () => {
  test("deletes it, and the list offers the undo without script", async () => {
    const { id } = await insertFaq({}, { question: "Undone?", answer: "Yes." })
    const { body } = await editor.call("GET", `/faqs/${id}`)
    const sent = await editor.open(`/faqs/${id}`, form({ intent: "remove", version: String(body.version) }))
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, `/dashboard/admin/faqs?removed=${id}`])
    const list = await (await editor.open(`/faqs?removed=${id}`)).text()
    expect(list).toContain("Deleted: Undone?")
    const undone = await editor.open("/faqs", form({ intent: "restore", ids: id }))
    expect([undone.status, (await undone.text()).includes("Restored: 1")]).toEqual([200, true])
    expect(await (await editor.open(`/faqs?removed=${id}`)).text()).not.toContain("Deleted: Undone?")
  })

  test("with a stale version is shown again with what was typed", async () => {
    const { id } = await insertFaq({}, { question: "Stale?", answer: "Yes." })
    const typed = { "question.en": "Typed here?", "answer.en": "Typed.", topic: "account" }
    const sent = await editor.open(`/faqs/${id}`, form({ intent: "remove", version: "1", ...typed }))
    expect([sent.status, (await sent.text()).includes("Typed here?")]).toEqual([409, true])
  })
})
