import { describe, expect, test } from "vitest"
import {
  answered,
  began,
  changesOf,
  type FieldSaves,
  fieldsInDoubt,
  newSaveId,
  readBack,
  refused,
  retryAfter,
} from "~/features/profiles/editing/field-saves"

const page: FieldSaves = {
  stored: { name: '"Ada"', quote: '"Then"' },
  versions: { name: null, quote: "01A" },
  unanswered: {},
}
const typed = { name: '"Ada"', quote: '"Now"' }

describe("a save of the workshop", () => {
  test("has what is typed as nothing stored is", () => {
    expect(changesOf(page, typed)).toEqual({ quote: '"Now"' })
    expect(changesOf(page, page.stored)).toEqual({})
  })

  test("that is answered is stored under the version of its answer", () => {
    const saves = answered(began(page, "one", { quote: '"Now"' }), "one", { quote: "01B~one" })
    expect(saves).toEqual({
      stored: typed,
      versions: { name: null, quote: "01B~one" },
      unanswered: {},
    })
    expect(changesOf(saves, typed)).toEqual({})
  })

  test("that is refused leaves nothing in doubt", () => {
    expect(refused(began(page, "one", { quote: '"Now"' }), "one")).toEqual(page)
  })

  test("that is answered settles the lost ones before it, for its fields alone", () => {
    const lost = began(page, "one", { name: '"Eve"', quote: '"Lost"' })
    const saves = answered(began(lost, "two", { quote: '"Now"' }), "two", { quote: "01C~two" })
    expect(saves.unanswered).toEqual({ one: { name: '"Eve"' } })
    expect(fieldsInDoubt(saves, { quote: '"Next"' }).toSorted()).toEqual(["name", "quote"])
  })
})

describe("a field that is read back", () => {
  const lost = began(page, "one", { quote: '"Now"' })

  test("was stored by a save of this page whose answer was lost: no conflict, and nothing to send again", () => {
    const { saves, conflicts } = readBack(lost, { quote: { version: "01B~one", json: '"Now"' } })
    expect([conflicts, saves.versions.quote, changesOf(saves, typed)]).toEqual([[], "01B~one", {}])
  })

  test("was stored by this page and typed on since: the later text goes out over its version", () => {
    const { saves, conflicts } = readBack(lost, { quote: { version: "01B~one", json: '"Now"' } })
    expect(conflicts).toEqual([])
    expect(changesOf(saves, { ...typed, quote: '"Later"' })).toEqual({ quote: '"Later"' })
    expect(saves.versions.quote).toBe("01B~one")
  })

  test("was stored in another spelling by this page: its version says whose it is", () => {
    const { saves, conflicts } = readBack(lost, { quote: { version: "01B~one", json: '"Normalised"' } })
    expect([conflicts, saves.stored.quote]).toEqual([[], '"Now"'])
  })

  test("was never reached by the lost save: it goes out again over the version that is known", () => {
    const { saves, conflicts } = readBack(lost, { quote: { version: "01A", json: '"Then"' } })
    expect([conflicts, saves.versions.quote, changesOf(saves, typed)]).toEqual([[], "01A", { quote: '"Now"' }])
  })

  test("was made the public text again by this page, which ended its edit", () => {
    const back = began(page, "one", { quote: '"Public"' })
    const { saves, conflicts } = readBack(back, { quote: { version: null, json: '"Public"' } })
    expect([conflicts, saves.versions.quote, saves.stored.quote]).toEqual([[], null, '"Public"'])
  })

  test.each([
    ["another save than this page's", { version: "01B~two", json: '"Now"' }],
    ["the API, without an id", { version: "01B", json: '"Now"' }],
    ["somebody who ended the edit", { version: null, json: '"Public"' }],
  ])("was changed by %s: a conflict, and nothing is taken over", (_, read) => {
    const { saves, conflicts } = readBack(lost, { quote: read })
    expect([conflicts, saves.versions, saves.stored]).toEqual([["quote"], page.versions, page.stored])
  })

  test("of a late save that arrives after a second look is still this page's", () => {
    const first = readBack(lost, { quote: { version: "01A", json: '"Then"' } }).saves
    const { conflicts, saves } = readBack(first, { quote: { version: "01B~one", json: '"Now"' } })
    expect([conflicts, saves.stored.quote]).toEqual([[], '"Now"'])
  })
})

test("a save's id is short enough for a version, and new each time", () => {
  const ids = Array.from({ length: 200 }, newSaveId)
  expect(new Set(ids).size).toBe(200)
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{12}$/)
})

test("a lost save is tried again after two seconds, and ever later, up to half a minute", () => {
  expect([1, 2, 3, 4, 5, 6, 50].map(retryAfter)).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})
