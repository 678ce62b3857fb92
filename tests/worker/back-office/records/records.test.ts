import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { form } from "../../helpers/app"
import { takeLog } from "../../helpers/log"
import { insertCategory, insertCity, insertFaq, insertService } from "../../helpers/rows"
import { asStaff, type Caller } from "./people"

let editor: Caller
beforeAll(async () => {
  editor = await asStaff("editor")
})

const question = { topic: "account", published: true }
const valuesOf = (one: Record<string, string | boolean>) => ({
  ...question,
  "question.en": "",
  "answer.en": "",
  "question.fr": "",
  "answer.fr": "",
  ...one,
})

describe("a record of the back office", () => {
  test("is created in one language, read, and completed in the other", async () => {
    const values = valuesOf({ "question.en": "Where?", "answer.en": "**Here**." })
    const created = await editor.call("POST", "/faqs", { values })
    expect(created.status).toBe(201)
    const { body: record } = await editor.call("GET", `/faqs/${created.body.id}`)
    expect(record).toMatchObject({ title: "Where?", values: { "question.en": "Where?", "question.fr": "" } })
    const both = { ...values, "question.fr": "Où ?", "answer.fr": "Ici." }
    const saved = await editor.call("PUT", `/faqs/${record.id}`, { version: record.version, values: both })
    expect(saved.status).toBe(200)
    const { body: list } = await editor.call("GET", "/faqs?q=où")
    expect(list.data).toMatchObject([{ id: record.id, cells: { languages: "en,fr" } }])
  })

  test("loses a language whose texts were emptied, but never its last one", async () => {
    const { id } = await insertFaq({}, { question: "Both?", answer: "Both." })
    const { body } = await editor.call("GET", `/faqs/${id}`)
    const english = valuesOf({ "question.en": "Both?", "answer.en": "Both." })
    const saved = await editor.call("PUT", `/faqs/${id}`, { version: body.version, values: english })
    expect(saved.status).toBe(200)
    const none = await editor.call("PUT", `/faqs/${id}`, { version: saved.body.version, values: valuesOf({}) })
    expect(none.status).toBe(422)
    const { results } = await env.DB.prepare("SELECT locale FROM faq_texts WHERE faq_id = ?").bind(id).all()
    expect(results).toEqual([{ locale: "en" }])
  })

  test("is refused with a half-written language, beside the field that is missing", async () => {
    const values = valuesOf({ "question.en": "Only a question?", "question.fr": "Et ?", "answer.fr": "Oui." })
    const { status, body } = await editor.call("POST", "/faqs", { values })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(["values.answer.en"])
  })

  test("saved by someone else first is refused, and changes nothing", async () => {
    const { id } = await insertFaq({}, { question: "First?", answer: "One." })
    const { body } = await editor.call("GET", `/faqs/${id}`)
    const other = await asStaff("editor")
    const theirs = { ...body.values, published: true, "question.en": "Theirs?" }
    const mine = { ...body.values, published: true, "question.en": "Mine?" }
    expect((await other.call("PUT", `/faqs/${id}`, { version: body.version, values: theirs })).status).toBe(200)
    const late = await editor.call("PUT", `/faqs/${id}`, { version: body.version, values: mine })
    expect(late).toMatchObject({ status: 409, body: { code: "conflict.changed" } })
    expect((await editor.call("GET", `/faqs/${id}`)).body.values["question.en"]).toBe("Theirs?")
  })

  test("saved with a version that cannot be read is refused as one that changed", async () => {
    const { id } = await insertFaq({}, { question: "Which version?", answer: "One." })
    const texts = { "question.en": "Mine?", "answer.en": "One.", "question.fr": "", "answer.fr": "" }
    for (const version of ["abc", "", "-1"]) {
      const response = await editor.open(`/faqs/${id}`, form({ intent: "save", version, topic: "account", ...texts }))
      expect([version, response.status]).toEqual([version, 409])
      expect(await response.text()).toContain("Someone else saved this while you were editing")
    }
    expect((await editor.call("GET", `/faqs/${id}`)).body.values["question.en"]).toBe("Which version?")
  })

  test("that is refused shows its tick as it was sent, without script as well", async () => {
    const { id } = await insertFaq({ published: true }, { question: "Ticked?", answer: "Yes." })
    const { body } = await editor.call("GET", `/faqs/${id}`)
    const texts = { "question.en": "Ticked?", "answer.en": "Yes.", "question.fr": "", "answer.fr": "" }
    const isTicked = async (sent: Record<string, string>) => {
      const response = await editor.open(`/faqs/${id}`, form({ intent: "save", topic: "account", ...texts, ...sent }))
      const [tick] = /<input[^>]*name="published"[^>]*>/.exec(await response.text()) ?? []
      return [response.status, /\schecked=""/.test(tick ?? "none")]
    }
    const version = String(body.version)
    expect(await isTicked({ version, "answer.en": "" })).toEqual([422, false])
    expect(await isTicked({ version, "answer.en": "", published: "on" })).toEqual([422, true])
    expect(await isTicked({ version: "1" })).toEqual([409, false])
    expect(await isTicked({ version: "1", published: "on" })).toEqual([409, true])
  })

  test("saved twice at once keeps one of the two, in its history as well", async () => {
    const { id } = await insertFaq({}, { question: "Race?", answer: "One." })
    const { body } = await editor.call("GET", `/faqs/${id}`)
    const save = (text: string) =>
      editor.call("PUT", `/faqs/${id}`, {
        version: body.version,
        values: { ...body.values, published: true, "question.en": text },
      })
    const results = await Promise.all([save("A?"), save("B?")])
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { body: history } = await editor.call("GET", `/faqs/${id}/revisions`)
    expect(history.data).toHaveLength(2)
  })

  test("takes no field that its form does not have", async () => {
    const values = { ...valuesOf({ "question.en": "Mass?", "answer.en": "No." }), position: 1 }
    expect((await editor.call("POST", "/faqs", { values })).status).toBe(422)
    const extra = await editor.call("POST", "/faqs", { values: valuesOf({}), id: "chosen" })
    expect(extra.status).toBe(422)
  })

  test("keeps its address if the form that changes it is sent one", async () => {
    const { results } = await env.DB.prepare("SELECT id, slug, updated_at FROM pages LIMIT 1").all<{ id: string }>()
    const [page] = results
    if (!page) return
    const { body } = await editor.call("GET", `/pages/${page.id}`)
    const sent = await editor.call("PUT", `/pages/${page.id}`, { version: body.version, values: body.values })
    expect(sent.status).toBe(422)
  })

  test("with a slug that is taken is refused beside the slug", async () => {
    const { slug } = await insertCity()
    const texts = { "name.en": "A", "name.fr": "A", "about.en": "", "about.fr": "" }
    const values = {
      slug,
      region: "R",
      region_slug: "r",
      country: "FR",
      other_names: "",
      latitude: null,
      longitude: null,
      ...texts,
    }
    const { status, body } = await editor.call("POST", "/cities", { values })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(["slug"])
  })

  test("that others refer to is not deleted", async () => {
    const category = await insertCategory()
    await insertService({ categoryId: category.id })
    const { body } = await editor.call("GET", `/service-categories/${category.id}`)
    const { status, body: refusal } = await editor.call(
      "DELETE",
      `/service-categories/${category.id}?version=${body.version}`,
    )
    expect([status, refusal.code]).toEqual([409, "resources.in_use"])
  })

  test("deleted in an old version stays, and leaves no trace in the history", async () => {
    const { id } = await insertFaq({}, { question: "Delete?", answer: "No." })
    expect((await editor.call("DELETE", `/faqs/${id}?version=1`)).status).toBe(409)
    const { body } = await editor.call("GET", `/faqs/${id}`)
    expect((await editor.call("GET", `/faqs/${id}/revisions`)).body.data).toEqual([])
    expect((await editor.call("DELETE", `/faqs/${id}?version=${body.version}`)).status).toBe(204)
    expect((await editor.call("GET", `/faqs/${id}`)).status).toBe(404)
  })

  test("has a history that begins before its first change, and is restored from it", async () => {
    const { id } = await insertFaq({}, { question: "Old?", answer: "Old." })
    const { body } = await editor.call("GET", `/faqs/${id}`)
    const values = { ...body.values, published: true, "question.en": "New?" }
    const { body: saved } = await editor.call("PUT", `/faqs/${id}`, { version: body.version, values })
    const { body: history } = await editor.call("GET", `/faqs/${id}/revisions`)
    expect(history.data.map(({ changed }: { changed: string[] }) => changed)).toEqual([
      ["question.en"],
      expect.arrayContaining(["question.en", "question.fr"]),
    ])
    const revision = history.data[1].id
    const restored = await editor.call("POST", `/faqs/${id}/restore`, { revision, version: saved.version })
    expect(restored.status).toBe(204)
    expect((await editor.call("GET", `/faqs/${id}`)).body.values["question.en"]).toBe("Old?")
  })

  test("restored from a version that was stored before a field existed keeps that field as it is", async () => {
    const { id } = await insertCity({ regionSlug: "r" })
    const { body } = await editor.call("GET", `/cities/${id}`)
    const values = { ...body.values, region: "Elsewhere", "about.en": "Written since." }
    const { body: saved } = await editor.call("PUT", `/cities/${id}`, { version: body.version, values })
    await env.DB.prepare(
      `UPDATE resource_revisions SET content = json_remove(content, '$."about.en"', '$."about.fr"') WHERE record_id = ?`,
    )
      .bind(id)
      .run()
    const { body: history } = await editor.call("GET", `/cities/${id}/revisions`)
    const from = { revision: history.data.at(-1).id, version: saved.version }
    expect((await editor.call("POST", `/cities/${id}/restore`, from)).status).toBe(204)
    const { values: restored } = (await editor.call("GET", `/cities/${id}`)).body
    expect([restored.region, restored["about.en"]]).toEqual([body.values.region, "Written since."])
  })

  test("is not restored from another record's history", async () => {
    const one = await insertFaq({}, { question: "One?", answer: "One." })
    const two = await insertFaq({}, { question: "Two?", answer: "Two." })
    const { body } = await editor.call("GET", `/faqs/${one.id}`)
    const values = { ...body.values, published: true, "question.en": "Changed?" }
    await editor.call("PUT", `/faqs/${one.id}`, { version: body.version, values })
    const { body: history } = await editor.call("GET", `/faqs/${one.id}/revisions`)
    const { body: other } = await editor.call("GET", `/faqs/${two.id}`)
    const foreign = { revision: history.data[0].id, version: other.version }
    expect((await editor.call("POST", `/faqs/${two.id}/restore`, foreign)).status).toBe(404)
  })

  test("moves to the place before another one, and only there", async () => {
    const ids: string[] = []
    for (const name of ["a", "b", "c"]) ids.push((await insertFaq({}, { question: `${name}?`, answer: name })).id)
    const [a, , c] = ids
    expect((await editor.call("POST", `/faqs/${c}/move`, { target: a, side: "before" })).status).toBe(204)
    const { results } = await env.DB.prepare("SELECT id FROM faqs ORDER BY position").all<{ id: string }>()
    const order = results.map(({ id }) => id).filter((id) => ids.includes(id))
    expect(order).toEqual([c, a, ids[1]])
    expect((await editor.call("POST", `/faqs/${c}/move`, { target: "none", side: "after" })).status).toBe(404)
  })

  test("of another kind is not found by its id", async () => {
    const city = await insertCity()
    expect((await editor.call("GET", `/faqs/${city.id}`)).status).toBe(404)
  })
})

test("an entry of the audit log is shown, and can be neither changed nor deleted", async () => {
  await insertFaq({}, { question: "Shown?", answer: "Yes." })
  const auditor = await asStaff("auditor")
  await editor.call("POST", "/faqs", { values: valuesOf({ "question.en": "Logged?", "answer.en": "Yes." }) })
  const { seq } = (await env.DB.prepare("SELECT max(seq) AS seq FROM audit_log").first<{ seq: number }>()) ?? { seq: 0 }
  const response = await auditor.open(`/audit/${seq}`)
  expect(response.status).toBe(200)
  const page = await response.text()
  expect(page).toContain("faqs.create")
  expect(page).not.toContain('value="save"')
  expect((await auditor.open(`/audit/${seq}`, form({ intent: "save", version: String(seq) }))).status).toBe(404)
  expect((await auditor.open(`/audit/${seq}`, form({ intent: "remove", version: String(seq) }))).status).toBe(404)
})

describe("an act on several records", () => {
  test("changes those that allow it and names the others", async () => {
    const shown = await insertFaq({ published: true }, { question: "Shown?", answer: "Yes." })
    const hidden = await insertFaq({ published: false }, { question: "Hidden?", answer: "Yes." })
    const { body } = await editor.call("POST", "/faqs/acts/hide", { ids: [shown.id, hidden.id, "none"] })
    expect(body.done).toEqual([shown.id])
    expect(body.failed.map(({ id }: { id: string }) => id)).toEqual([hidden.id, "none"])
    const again = await editor.call("POST", "/faqs/acts/publish", { ids: body.done })
    expect(again.body.done).toEqual([shown.id])
  })

  test("stands in the history under the name of who did it, not of who saves next", async () => {
    const { id } = await insertFaq({ published: false }, { question: "Whose?", answer: "Theirs." })
    const publisher = await asStaff("editor")
    await publisher.call("POST", "/faqs/acts/publish", { ids: [id] })
    const { body: record } = await editor.call("GET", `/faqs/${id}`)
    const values = { ...record.values, published: true, "answer.en": "Mine." }
    expect((await editor.call("PUT", `/faqs/${id}`, { version: record.version, values })).status).toBe(200)
    const { body: history } = await editor.call("GET", `/faqs/${id}/revisions`)
    const names = await env.DB.prepare("SELECT id, name FROM users WHERE id IN (?, ?)")
      .bind(editor.id, publisher.id)
      .all<{ id: string; name: string }>()
    const nameOf = (person: Caller) => names.results.find((one) => one.id === person.id)?.name
    expect(history.data.slice(0, 2)).toMatchObject([
      { staffName: nameOf(editor), changed: ["answer.en"] },
      { staffName: nameOf(publisher), changed: ["published"] },
    ])
    expect(history.data).toHaveLength(3)
    expect(history.data[2]).toMatchObject({ staffName: null, values: { published: 0 } })
  })

  test("goes on after an unexpected error, which it logs, and names the record with it", async () => {
    const support = await asStaff("support")
    const ids = ["before", "broken", "after"].map((name) => `act-${name}`)
    for (const id of ids)
      await env.DB.prepare(
        `INSERT INTO outbox_emails (id, recipient, locale, template, data, state, attempts, next_attempt_at, created_at, updated_at)
        VALUES (?, 'a@example.org', 'en', 'welcome', '{}', 'dead', 9, 1, 1, 1)`,
      )
        .bind(id)
        .run()
    await env.DB.exec(
      "CREATE TRIGGER broken_act BEFORE UPDATE ON outbox_emails WHEN OLD.id = 'act-broken' BEGIN SELECT RAISE(ABORT, 'broken'); END",
    )
    const { status, body } = await support.call("POST", "/mail/acts/retry", { ids })
    await env.DB.exec("DROP TRIGGER broken_act")
    expect([status, body]).toEqual([
      200,
      { done: ["act-before", "act-after"], failed: [{ id: "act-broken", code: "server.failed" }] },
    ])
    expect(takeLog("record.failed")).toMatchObject([{ level: "error", resource: "mail", record: "act-broken" }])
    const again = await support.call("POST", "/mail/acts/retry", { ids: ["act-broken"] })
    expect(again.body.done).toEqual(["act-broken"])
  })

  test("leaves a record as it is that somebody saved after the act had read it", async () => {
    const first = await insertFaq({ published: true }, { question: "Read first?", answer: "Yes." })
    const second = await insertFaq({ published: true }, { question: "Saved meanwhile?", answer: "Yes." })
    await env.DB.exec(
      `CREATE TRIGGER saved_meanwhile AFTER UPDATE ON faqs WHEN NEW.id = '${first.id}' BEGIN UPDATE faqs SET updated_at = updated_at + 1 WHERE id = '${second.id}'; END`,
    )
    const { body } = await editor.call("POST", "/faqs/acts/hide", { ids: [first.id, second.id] })
    await env.DB.exec("DROP TRIGGER saved_meanwhile")
    expect(body).toEqual({ done: [first.id], failed: [{ id: second.id, code: "conflict.changed" }] })
    expect((await editor.call("GET", `/faqs/${second.id}`)).body.values.published).toBe(1)
  })

  test("that deletes goes on after an unexpected error too", async () => {
    const ids: string[] = []
    for (const question of ["Before?", "Broken?", "After?"])
      ids.push((await insertFaq({}, { question, answer: "Yes." })).id)
    const [before, broken, after] = ids
    await env.DB.exec(
      `CREATE TRIGGER broken_act BEFORE DELETE ON faqs WHEN OLD.id = '${broken}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    )
    const { body } = await editor.call("POST", "/faqs/acts/remove", { ids })
    await env.DB.exec("DROP TRIGGER broken_act")
    expect(body).toEqual({ done: [before, after], failed: [{ id: broken, code: "server.failed" }] })
    expect(takeLog("record.failed")).toMatchObject([{ resource: "faqs", record: broken }])
  })

  test("is recorded for each record that it changed, and for no other", async () => {
    const { id } = await insertFaq({ published: true }, { question: "Audited?", answer: "Yes." })
    await editor.call("POST", "/faqs/acts/hide", { ids: [id, "none"] })
    const { results } = await env.DB.prepare(
      "SELECT actor_id, target_id FROM audit_log WHERE action = 'faqs.hide' AND target_id IN (?, 'none')",
    )
      .bind(id)
      .all()
    expect(results).toEqual([{ actor_id: editor.id, target_id: id }])
  })
})

describe("a slug that changes", () => {
  test("leaves a redirect from the former one, which a later owner of the slug ends", async () => {
    const { id, slug } = await insertCity()
    const { body } = await editor.call("GET", `/cities/${id}`)
    const values = { ...body.values, slug: `${slug}-new`, region_slug: "r" }
    expect((await editor.call("PUT", `/cities/${id}`, { version: body.version, values })).status).toBe(200)
    const { results } = await env.DB.prepare("SELECT record_id FROM catalog_redirects WHERE kind = 'city' AND slug = ?")
      .bind(slug)
      .all()
    expect(results).toEqual([{ record_id: id }])
  })
})
