import type { Page } from "@playwright/test"
import { accounts, colleagueAccount } from "../../../scripts/seed/accounts.ts"
import { ask } from "../chat-people"
import { dateField } from "../date-fields"
import { press, tabTo, write } from "../keyboard"
import { say } from "../mailbox"
import { expect, expectAccessible, flowLanguages, hydrated, type Language, sendCredentials, test } from "../test"

test.use({ contextOptions: { reducedMotion: "reduce" } })

/** Enters the back office: a sign-in is the proof that decisions ask for. */
async function enter(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto("/auth/login")
  await hydrated(page)
  await sendCredentials(page, account)
  await page.waitForURL(/\/profile$/)
  await page.goto("/dashboard/admin")
  await hydrated(page)
}

/** Opens what the palette finds first. */
async function find(page: Page, name: string, address: RegExp): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k")
  await page.getByRole("searchbox").fill(name)
  await expect(page.getByRole("menuitem", { name }).first()).toBeVisible()
  await page.keyboard.press("Enter")
  await page.waitForURL(address)
  await expect(page.getByRole("dialog")).toBeHidden()
}

/** Moves down a list until the link has the focus. */
async function stepTo(page: Page, name: string | RegExp): Promise<void> {
  const link = page.getByRole("main").getByRole("link", { name }).first()
  await link.waitFor()
  const isThere = () => link.evaluate((one) => one === document.activeElement)
  for (let steps = 0; steps < 40 && !(await isThere()); steps += 1) await page.keyboard.press("j")
  expect(await isThere()).toBe(true)
}

type Say = (namespace: string, key: string) => string
type Walk = (page: Page, say: Say, language: Language) => Promise<void>

/** A role's work in the gate's language. `isRefused`: once, something typed is refused. */
function walk(ofGate: Language, title: string, run: Walk, isRefused = true): void {
  for (const language of flowLanguages(ofGate)) {
    test.describe(`In ${language}`, () => {
      test.use({ language })
      test(`${title}, by keyboard alone`, ({ page, faults }) => {
        test.setTimeout(90_000)
        if (isRefused) faults.expect(/^422 POST \/dashboard\/admin\//)
        return run(page, (namespace, key) => say(language, namespace, key), language)
      })
    })
  }
}

walk("fr", "a moderator takes up a case, notes something and ends it without action", async (page, t) => {
  await enter(page, colleagueAccount("moderator"))
  const { reference } = await ask<{ reference: string }>(page, {
    method: "POST",
    path: "/reports",
    body: { category: "depicted", about: "/about", details: "Une amie me reconnaît.", good_faith: true },
  })
  const found = reference.replace("R-", "C-")
  await find(page, t("admin-cases", "title"), /\/dashboard\/admin\/cases$/)
  await stepTo(page, new RegExp(found))
  await page.keyboard.press("Enter")
  await page.waitForURL(new RegExp(`/cases/${found}$`))
  await expectAccessible(page)
  await page.keyboard.press("c")
  await expect(page.getByText(t("admin-cases", "claim.taken"))).toBeVisible()
  await page.keyboard.press("n")
  const note = page.getByRole("textbox", { name: t("admin-cases", "notes.label") })
  await expect(note).toBeFocused()
  await page.keyboard.type("La photo est celle d’une autre.")
  await press(page, page.getByRole("button", { name: t("admin-cases", "notes.add") }))
  await expect(page.getByRole("listitem").filter({ hasText: "La photo est celle d’une autre." })).toBeVisible()
  const reason = page.getByRole("textbox", { name: t("admin-cases", "reason"), exact: true })
  const dismiss = page.getByRole("button", { name: t("admin-cases", "dismiss") })
  await press(page, dismiss)
  await expect(reason).toHaveAttribute("aria-invalid", "true")
  await write(page, reason, "La personne sur cette photo est une autre.")
  await press(page, dismiss)
  await expect(page.getByRole("heading", { name: t("admin-cases", "states.no_action") })).toBeVisible()
  await expect(page.getByRole("button", { name: t("admin-cases", "dismiss") })).toHaveCount(0)
  await expectAccessible(page)
})

walk("en", "a trust lead takes up an application and sends it back with words", async (page, t, language) => {
  // The demo has two applications: one for the gate's language, one for the other or a second attempt.
  const name = language === "en" && test.info().retry === 0 ? "Apolline" : "Tobias"
  await enter(page, colleagueAccount("trust_lead"))
  await find(page, t("admin-casting", "title"), /\/dashboard\/admin\/applications$/)
  await stepTo(page, new RegExp(name))
  await page.keyboard.press("Enter")
  await page.waitForURL(/\/applications\/[0-9A-Z]{26}$/)
  await expect(page.getByRole("img", { name: t("admin-casting", "picture").replace("{{number}}", "1") })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press("c")
  await expect(page.getByRole("heading", { name: t("admin-casting", "states.in_review") })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press("r")
  const note = page.getByRole("textbox", { name: t("admin-casting", "note") })
  await expect(note).toHaveAttribute("aria-invalid", "true")
  await write(page, note, "Which museum was it? Please say so.")
  await press(page, page.getByRole("button", { name: t("admin-casting", "request_changes") }))
  await expect(page.getByRole("heading", { name: t("admin-casting", "states.changes_requested") })).toBeVisible()
  await expect(page.getByText("Which museum was it?")).toBeVisible()
})

walk("fr", "a verifier confirms a person whom the provider could not", async (page, t, language) => {
  // Nobody confirms twice: the other language, and a second attempt, are the second person's.
  const role = language === "fr" && test.info().retry === 0 ? "verifier" : "trust_lead"
  await enter(page, colleagueAccount(role))
  await find(page, "identit", /\/dashboard\/admin\/identity$/)
  const access = page.getByRole("textbox", { name: t("admin", "access.reason") })
  const show = page.getByRole("button", { name: t("admin-identity", "access.submit") })
  await expectAccessible(page)
  await press(page, show)
  await expect(access).toHaveAttribute("aria-invalid", "true")
  await write(page, access, "Les demandes du jour")
  await press(page, show)
  const card = page.getByRole("article", { name: "Inès Caradec" })
  await press(page, card.locator("summary", { hasText: t("admin-identity", "forms.confirm.title") }))
  await expectAccessible(page)
  const reason = card.getByRole("textbox", { name: t("admin-identity", "reason") }).first()
  const confirm = card.getByRole("button", { name: t("admin-identity", "forms.confirm.submit") })
  await write(page, reason, "Rencontrée à Lyon, passeport en main.")
  await press(page, confirm)
  await expect(card.getByRole("checkbox").first()).toHaveAttribute("aria-invalid", "true")
  await expect(reason).toHaveValue("Rencontrée à Lyon, passeport en main.")
  const textbox = (name: string) => card.getByRole("textbox", { name, exact: true }).first()
  await write(page, textbox(t("admin-identity", "first_name")), "Inès")
  await write(page, textbox(t("admin-identity", "last_name")), "Caradec")
  const birth = dateField(card, t("admin-identity", "birth_date"))
  await write(page, birth.day, "4")
  await birth.month.selectOption("05")
  await write(page, birth.year, "1992")
  await press(page, card.getByRole("checkbox").first(), "Space")
  await press(page, confirm)
  const once = page.getByText(t("admin-identity", "done.confirmed_once"))
  await expect(once.or(page.getByText(t("admin-identity", "done.confirmed"))).first()).toBeVisible()
})

walk("en", "finance gives a member Premium and ends it", async (page, t) => {
  await enter(page, colleagueAccount("finance"))
  await find(page, "Oscar Vidal", /\/dashboard\/admin\/users\/[0-9A-Z]{26}$/)
  const grant = page.getByRole("region", { name: t("admin-users", "plan.title"), exact: true })
  const summary = (act: string) => grant.locator("summary", { hasText: t("admin-users", `billing_acts.${act}`) })
  const submit = (act: string) => grant.getByRole("button", { name: t("admin-users", `billing_acts.${act}`) })
  await press(page, summary("grant"))
  await expectAccessible(page)
  const days = grant.getByRole("textbox", { name: t("admin-users", "grant.days") })
  const reason = grant.getByRole("textbox", { name: t("admin-kit", "reason.label") })
  await write(page, days, "0")
  await write(page, reason.first(), "The invoice was late.")
  await press(page, submit("grant"))
  await expect(days).toHaveAttribute("aria-invalid", "true")
  await expect(reason.first()).toHaveValue("The invoice was late.")
  await write(page, days, "10")
  await press(page, submit("grant"))
  await expect(page.getByText(t("admin-users", "done.grant")).first()).toBeVisible()
  await press(page, summary("grant_end"))
  await write(page, reason.last(), "By mistake.")
  await press(page, submit("grant_end"))
  await expect(page.getByText(t("admin-users", "done.grant_end")).first()).toBeVisible()
  await expect(summary("grant_end")).toHaveCount(0)
})

walk("fr", "finance drafts a price, which costs what was typed, and discards it", async (page, t, language) => {
  const texts = {
    en: {
      plan: "Plan",
      price: /^Price in euros/,
      paid: "Period",
      months: /^Months or years/,
      trial: /^Days of free/,
    },
    fr: {
      plan: "Formule",
      price: /^Prix en euros/,
      paid: "Période",
      months: /^Nombre de mois/,
      trial: /^Jours d’essai/,
    },
  }[language]
  const shown = {
    en: { action: "Discard", state: "Withdrawn", title: "Premium, €12.50 a month" },
    fr: { action: "Abandonner le brouillon", state: "Retiré", title: "Premium, 12,50\u00a0€ par mois" },
  }[language]
  await enter(page, colleagueAccount("finance"))
  await find(page, { en: "Prices", fr: "Tarifs" }[language], /\/dashboard\/admin\/prices$/)
  const heading = page.getByRole("heading", { level: 1 })
  await expect(heading).toHaveText({ en: "Prices", fr: "Tarifs" }[language])
  await expectAccessible(page)
  await page.keyboard.press("n")
  await page.waitForURL(/\/prices\/new$/)
  await expect(page.getByLabel(texts.price)).toBeVisible()
  await expectAccessible(page)
  const amount = page.getByLabel(texts.price)
  for (const [select, letter] of [
    [texts.plan, "P"],
    [texts.paid, "M"],
  ] as const) {
    await press(page, page.getByRole("combobox", { name: select }), letter)
  }
  await write(page, amount, "12,505")
  await write(page, page.getByLabel(texts.months), "1")
  await write(page, page.getByLabel(texts.trial), "0")
  await page.keyboard.press("ControlOrMeta+s")
  await expect(amount).toHaveAttribute("aria-invalid", "true")
  await expect(amount).toHaveValue("12,505")
  await write(page, amount, "12,50")
  await page.keyboard.press("ControlOrMeta+s")
  await expect(heading).toHaveText(shown.title)
  await expectAccessible(page)
  await press(page, page.getByRole("button", { name: shown.action }))
  await expect(page.getByRole("main").getByText(shown.state, { exact: true })).toBeVisible()
  await expect(page.getByText(t("admin-kit", "form.done")).first()).toBeVisible()
})

walk(
  "en",
  "an auditor exports the audit log and reads an entry, and is offered nothing to change",
  async (page, t) => {
    await enter(page, colleagueAccount("auditor"))
    await find(page, "audit", /\/dashboard\/admin\/audit$/)
    await expect(page.getByRole("link", { name: t("admin-kit", "new") })).toHaveCount(0)
    await expectAccessible(page)
    await press(page, page.getByRole("button", { name: t("admin-audit", "export") }))
    await page.waitForURL(/\/audit\/exports$/)
    const download = page.waitForEvent("download")
    await press(page, page.getByRole("link", { name: t("admin-kit", "exports.download") }).first())
    expect((await download).suggestedFilename()).toBe("audit.csv")
    await page.goto("/dashboard/admin/audit")
    await hydrated(page)
    await page.keyboard.press("j")
    await page.keyboard.press("e")
    await page.waitForURL(/\/audit\/\d+$/)
    await expectAccessible(page)
    await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0)
  },
  false,
)

walk("fr", "an owner makes a member an editor for a day, and takes the role back", async (page, t, language) => {
  const [owner] = accounts
  // Both languages run at once, and a role that somebody has is not granted again.
  const [name, address] =
    language === "fr" ? ["Umberto Pellegrini", "umberto-pellegrini-1"] : ["Serena Pellegrini", "serena-pellegrini-7"]
  await enter(page, owner)
  await find(page, t("admin-staff", "title"), /\/dashboard\/admin\/staff$/)
  const email = page.getByRole("textbox", { name: t("admin-staff", "grant.email") })
  const grant = page.getByRole("button", { name: t("admin-staff", "grant.submit") })
  await write(page, email, "nobody@salon.test")
  await tabTo(page, page.getByRole("combobox", { name: t("admin-staff", "grant.role") }))
  await page.keyboard.type(language === "fr" ? "Réd" : "Edi")
  await press(page, grant)
  await expect(email).toHaveAttribute("aria-invalid", "true")
  await write(page, email, `${address}@members.salon.test`)
  await press(page, grant)
  await expect(page.getByText(t("admin-staff", "granted")).first()).toBeVisible()
  await expectAccessible(page)
  const revoke = t("admin-staff", "revoke_named")
    .replace("{{role}}", t("admin-staff", "roles.editor.name"))
    .replace("{{name}}", name)
  await press(page, page.locator(`summary[aria-label="${revoke}"]`))
  await press(page, page.getByRole("button", { name: t("admin-staff", "revoke_now") }))
  await expect(page.getByText(t("admin-staff", "revoked")).first()).toBeVisible()
  await expect(page.getByRole("rowheader", { name })).toHaveCount(0)
})
