import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import en from "~/i18n/locales/en/decisions.json"
import fr from "~/i18n/locales/fr/decisions.json"

const hashOf = (sentences: object) => createHash("sha256").update(JSON.stringify(sentences)).digest("hex")

test("the sentences of a released version stay as they were: decisions that people have read are made of them", () => {
  const advice = "Add a version (v2, currentTemplate) and leave this one: trust-safety R15."
  expect([hashOf(en.v1), hashOf(fr.v1)], advice).toEqual([
    "5f1de62f01ddefd36c9325a6e25b275edb550b51d4b24b1288ce882556a51520",
    "d16c482d2c0786908508729857b82ee79407fddf34a53b7736c19f2a79d7fe1f",
  ])
})
