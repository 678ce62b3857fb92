import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import en from "~/i18n/locales/en/decisions.json"
import fr from "~/i18n/locales/fr/decisions.json"
import released from "./released-sentences.json"

/** Returns each sentence's place with a hash of it, in the order of the places. */
function hashesOf(sentences: object): Record<string, string> {
  const flat = (value: object, place: string): [string, string][] =>
    Object.entries(value).flatMap(([key, one]) =>
      typeof one === "string" ? [[`${place}${key}`, hashOf(one)] as [string, string]] : flat(one, `${place}${key}.`),
    )
  return Object.fromEntries(flat(sentences, "").sort(([a], [b]) => (a < b ? -1 : 1)))
}

const hashOf = (sentence: string) => createHash("sha256").update(sentence).digest("hex").slice(0, 12)

test("the sentences of a released version stay as they were: decisions that people have read are made of them", () => {
  // A new kind's sentences are added to the list; for other words of an old one add a version (v2, currentTemplate).
  expect({ en: hashesOf(en.v1), fr: hashesOf(fr.v1) }).toEqual(released)
})
