import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { reasonTemplates, reasonTemplateTexts } from "~/db/schema"
import type { DeskMember } from "~/domain/back-office/members/members"
import type { Case } from "~/domain/safety/cases/schema"
import { takeWoken } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db, insertReport } from "../helpers/rows"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

async function insertTemplate(use: "restriction" | "dismissal", position: number): Promise<void> {
  const id = crypto.randomUUID()
  await db.insert(reasonTemplates).values({ id, use, position, createdAt: 1, updatedAt: 1 })
  for (const locale of ["en", "fr"] as const)
    await db
      .insert(reasonTemplateTexts)
      .values({ templateId: id, locale, name: `${use}, ${locale}`, text: `The text of ${use} in ${locale}.` })
}

beforeEach(async () => {
  await db.delete(reasonTemplates)
  await insertTemplate("dismissal", 2)
  await insertTemplate("restriction", 1)
})
afterEach(() => void takeWoken())

const open = async (staff: Staff, reference: string) =>
  (await staff.call("GET", `/admin/cases/${reference}`)).json<Case>()

describe("the templates of reasons", () => {
  test("of a case are named in the reader's language, with texts in that of the member whom it is about", async () => {
    const [staff, member] = [await insertStaffMember("moderator"), await insertMember({ locale: "fr" })]
    const { caseReference } = await insertReport(
      { locale: "en" },
      { subjectKind: "member", subjectId: member.user.id, userId: member.user.id },
    )
    const found = await open(staff, caseReference)
    expect(found).toMatchObject({
      recipient_locale: "fr",
      templates: [
        { use: "restriction", name: "restriction, en", text: "The text of restriction in fr." },
        { use: "dismissal", name: "dismissal, en", text: "The text of dismissal in fr." },
      ],
    })
    const page = await (await staff.open(`/dashboard/admin/cases/${caseReference}`)).text()
    expect(page).toContain("The text of restriction in fr.")
    expect(page).toMatch(/<textarea[^>]*lang="fr"/)
    await staff.call("POST", `/admin/cases/${caseReference}/act`, { reason: "The end." })
    expect((await open(staff, caseReference)).templates).toEqual([])
  })

  test("of a case about no member are in the language of its first report", async () => {
    const staff = await insertStaffMember("moderator")
    const { caseReference } = await insertReport({ locale: "fr" })
    expect(await open(staff, caseReference)).toMatchObject({
      recipient_locale: "fr",
      templates: [{ text: "The text of restriction in fr." }, { text: "The text of dismissal in fr." }],
    })
  })

  test("are not shown to staff who decide no case", async () => {
    const { caseReference } = await insertReport()
    expect((await open(await insertStaffMember("auditor"), caseReference)).templates).toEqual([])
  })

  test("of a member's page are those of sanctions, in the member's language, for staff who sanction", async () => {
    const { user } = await insertMember({ locale: "fr" })
    const templatesFor = async (role: "moderator" | "support") => {
      const staff = await insertStaffMember(role)
      return (await (await staff.call("GET", `/admin/users/${user.id}`)).json<DeskMember>()).templates
    }
    expect(await templatesFor("moderator")).toMatchObject([
      { use: "restriction", name: "restriction, en", text: "The text of restriction in fr." },
    ])
    expect(await templatesFor("support")).toEqual([])
    const page = await (await (await insertStaffMember("moderator")).open(`/dashboard/admin/users/${user.id}`)).text()
    expect(page).toContain("The text of restriction in fr.")
  })

  test("are written by staff who decide cases, in both languages, and by no other", async () => {
    const [staff, editor] = [await insertStaffMember("moderator"), await insertStaffMember("editor")]
    const template = {
      use: "dismissal",
      "name.en": "Gone",
      "name.fr": "Retiré",
      "text.en": "It is gone.",
      "text.fr": "Ce n’est plus là.",
    }
    const create = (by: Staff, body: object) => by.call("POST", "/admin/reason-templates", { values: body })
    expect((await create(editor, template)).status).toBe(404)
    expect((await create(staff, { ...template, "text.fr": " " })).status).toBe(422)
    expect((await create(staff, template)).status).toBe(201)
    const { caseReference } = await insertReport({ locale: "fr" })
    const { templates } = await open(staff, caseReference)
    expect(templates.at(-1)).toMatchObject({ use: "dismissal", name: "Gone", text: "Ce n’est plus là." })
  })
})
