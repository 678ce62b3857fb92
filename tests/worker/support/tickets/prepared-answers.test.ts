import { beforeAll, describe, expect, test } from "vitest"
import { asStaff, type Caller } from "../../back-office/records/people"
import { form } from "../../helpers/app"

let support: Caller
beforeAll(async () => {
  support = await asStaff("support")
})

const path = "/prepared-answers"
const answer = (change: Record<string, string> = {}) => ({
  values: { "title.en": "Hello", "body.en": "Dear {name},", "title.fr": "", "body.fr": "", ...change },
})

describe("a prepared answer", () => {
  test("is written in one language, completed in the other, and restored", async () => {
    const { body } = await support.call("POST", path, answer())
    const read = async () => (await support.call("GET", `${path}/${body.id}`)).body
    const both = answer({ "title.fr": "Bonjour", "body.fr": "Chère {name}," })
    const first = await read()
    expect((await support.call("PUT", `${path}/${body.id}`, { version: first.version, ...both })).status).toBe(200)
    expect((await read()).cells.languages).toBe("en,fr")
    const { body: history } = await support.call("GET", `${path}/${body.id}/revisions`)
    const restore = { revision: history.data.at(-1).id, version: (await read()).version }
    expect((await support.call("POST", `${path}/${body.id}/restore`, restore)).status).toBe(204)
    expect((await read()).cells.languages).toBe("en")
  })

  test("with a placeholder that does not exist is refused beside its field", async () => {
    const { status, body } = await support.call("POST", path, answer({ "body.en": "Dear {first_name}," }))
    expect([status, Object.keys(body.errors)]).toEqual([422, ["values.body.en"]])
    expect(body.errors["values.body.en"][0]).toContain("A word in braces")
  })

  test("that is refused keeps what was typed, with the sentence in the reader's language", async () => {
    const fields = { intent: "save", ...answer({ "body.en": "Dear {first_name}," }).values }
    const response = await support.open(`${path}/new`, form(fields))
    const html = await response.text()
    expect(response.status).toBe(422)
    expect(html).toContain("A word in braces isn’t known here.")
    expect(html).toContain("Dear {first_name},")
  })

  test("is for those who reply to tickets", async () => {
    for (const role of ["editor", "finance", "trust_lead"] as const) {
      const other = await asStaff(role)
      expect([role, (await other.call("GET", path)).status]).toEqual([role, 404])
      expect([role, (await other.call("POST", path, answer())).status]).toEqual([role, 404])
    }
  })

  test("is moved before another one, and offered in that order", async () => {
    const ids: string[] = []
    for (const title of ["One", "Two", "Three"])
      ids.push((await support.call("POST", path, answer({ "title.en": title }))).body.id)
    const [one, two, three] = ids
    expect((await support.call("POST", `${path}/${three}/move`, { target: one, side: "before" })).status).toBe(204)
    const { body } = await support.call("GET", path)
    expect(body.data.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id))).toEqual([
      three,
      one,
      two,
    ])
  })
})
