import { expect, test } from "vitest"
import { Email } from "~/domain/core/shared/email"

const addressOf = (typed: string) => Email.safeParse(typed).data

test.each([
  ["name@bücher.example", "name@xn--bcher-kva.example"],
  ["NAME@BÜCHER.example", "name@xn--bcher-kva.example"],
  ["name@bu\u0308cher.example", "name@xn--bcher-kva.example"],
  ["name@xn--bcher-kva.example", "name@xn--bcher-kva.example"],
  ["name@XN--BCHER-KVA.example", "name@xn--bcher-kva.example"],
  ["name@bücher。example", "name@xn--bcher-kva.example"],
  ["name@ｅｘａｍｐｌｅ.org", "name@example.org"],
  ["name@пример.рф", "name@xn--e1afmkfd.xn--p1ai"],
  ["\u00a0name@example.org\u200b", "name@example.org"],
  ["\ufeffna\u200bme@\u00a0example\u00ad.org\u3000", "name@example.org"],
  [" Name+tag@Example.org ", "name+tag@example.org"],
  ["o'neil@example.org", "o'neil@example.org"],
  [`${"n".repeat(64)}@example.org`, `${"n".repeat(64)}@example.org`],
])("the address %j is stored as %j", (typed, stored) => expect(addressOf(typed)).toBe(stored))

test.each([
  "",
  "name",
  "name@",
  "@example.org",
  "name@example",
  "na me@example.org",
  "name@exam ple.org",
  "nàme@example.org",
  "na\u212ae@example.org",
  "name@a@example.org",
  "a..b@example.org",
  ".a@example.org",
  "name@bücher.example/path",
  "name@bücher.example:80",
  "name@ü?.org",
  "name@ü%2e.org",
  "name@ü\u0000.org",
  "name@１.２.３.４",
  "name@ex\u2100ample.org",
  "name@-ü-.org..",
  "name@\ud800.org",
  "a@b.co\u0000",
  "a@b.co\r\nx",
  `${"n".repeat(65)}@example.org`,
])("%j is no address", (typed) => expect(addressOf(typed)).toBeUndefined())
