import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  lastSearches,
  lastSearchesKey,
  lastViewed,
  lastViewedKey,
  rememberingKey,
} from "~/features/listing/search/device-memory"

let stored: Map<string, string>
let isFull: boolean

beforeEach(() => {
  stored = new Map()
  isFull = false
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException("full", "QuotaExceededError")
      stored.set(key, text)
    },
    removeItem: (key: string) => stored.delete(key),
  })
})

afterEach(() => void vi.unstubAllGlobals())

const add = (label: string, path = `/escorts?q=${label}`) => lastSearches.add({ label, path })
const labels = () => lastSearches.read().map(({ label }) => label)

test("the last searches are the five latest, the latest first", () => {
  for (const label of ["a1", "b1", "c1", "d1", "e1", "f1"]) add(label)
  expect(labels()).toEqual(["f1", "e1", "d1", "c1", "b1"])
})

test("a search that is sent again is the latest, once, however its letters are cased", () => {
  for (const label of ["opera", "lyon", "Opera"]) add(label)
  expect(labels()).toEqual(["Opera", "lyon"])
})

test("a search without words is none", () => {
  add("  ", "/escorts")
  expect(labels()).toEqual([])
})

const person = (slug: string) => ({
  slug,
  name: slug,
  city: "Lyon",
  cover: { id: "01JVF1V2G08ZB8J636F4WV2XN0", color: "#a8a29e" },
})

test("the last profiles are the six latest, each once, and none that is malformed or leads elsewhere", () => {
  for (const slug of ["a", "b", "c", "d", "e", "f", "g", "b"]) lastViewed.add(person(slug))
  expect(lastViewed.read().map(({ slug }) => slug)).toEqual(["b", "g", "f", "e", "d", "c"])
  const bad = [{ ...person("../x") }, { ...person("a"), cover: { id: "../../x" } }, { slug: "a" }, null, 7]
  stored.set(lastViewedKey, JSON.stringify([...bad, { ...person("fine"), cover: null }]))
  expect(lastViewed.read().map(({ slug }) => slug)).toEqual(["fine"])
})

test("nothing is stored on a device that remembers nothing", () => {
  stored.set(rememberingKey, "off")
  add("opera")
  lastViewed.add(person("a"))
  expect([...stored.keys()]).toEqual([rememberingKey])
})

test("cleared searches leave nothing in the storage", () => {
  add("opera")
  lastSearches.clear()
  expect([labels(), stored.size]).toEqual([[], 0])
})

test("stored text that is no list of searches is none, and the next search replaces it", () => {
  for (const text of ["{", "null", "7", '{"label":"a"}', "[null, 3, {}]", '[{"label":1,"path":"/escorts"}]']) {
    stored.set(lastSearchesKey, text)
    expect([text, labels()]).toEqual([text, []])
  }
  add("opera")
  expect(labels()).toEqual(["opera"])
})

test("a stored search that leads elsewhere than to a list or a profile is left out", () => {
  const paths = [
    "/escorts",
    "/escorts?q=a",
    "/escorts/ada",
    "//elsewhere.test",
    "https://elsewhere.test/",
    "/escortsx",
    "/exit",
  ]
  stored.set(lastSearchesKey, JSON.stringify(paths.slice(1).map((path) => ({ label: path, path }))))
  expect(labels()).toEqual(["/escorts?q=a", "/escorts/ada"])
})

test("a full or blocked storage does not fail a search", () => {
  add("opera")
  isFull = true
  add("lyon")
  expect(labels()).toEqual(["opera"])
  vi.stubGlobal("localStorage", undefined)
  expect(() => add("lyon")).not.toThrow()
  expect(() => lastSearches.clear()).not.toThrow()
  expect(labels()).toEqual([])
})
