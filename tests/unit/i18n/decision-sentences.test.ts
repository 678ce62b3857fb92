import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import en from "~/i18n/locales/en/decisions.json"
import fr from "~/i18n/locales/fr/decisions.json"

const hashOf = (sentences: object) => createHash("sha256").update(JSON.stringify(sentences)).digest("hex")

test("the sentences of a released version stay as they were: decisions that people have read are made of them", () => {
  const advice = "Add a version (v2, currentTemplate) and leave this one: trust-safety R15."
  expect([hashOf(en.v1), hashOf(fr.v1)], advice).toEqual([
    "bfa5e51b060d148782965fde96abd918eebcbb844eb64bfc9e2edddf2df16890",
    "5a053653bf4808f07643882764046a1a8d41146b29d2fa6a0cd6f2022ea2b623",
  ])
})
