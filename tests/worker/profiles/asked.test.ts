import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { profiles, serviceCategoryTexts } from "~/db/schema"
import { resolveActor } from "~/domain/accounts/sessions/session.server"
import { unknownCode } from "~/domain/core/countries/codes"
import { describeAsked } from "~/domain/profiles/search/asked.server"
import { createCtx } from "../../../worker/context"
import { insertOwner, insertPair, insertPremium, type Person } from "../helpers/chat"
import { ask } from "../helpers/mail"
import { DAY, db, insertCategory } from "../helpers/rows"

async function asked(person: Person, slug: string, parameters: Record<string, string>) {
  const ctx = createCtx(env, openDatabase(env.DB, null).db, () => {})
  const actor = await resolveActor(ctx, person.session.token, { isCookie: true })
  return describeAsked({ ...ctx, actor, hidingCountry: unknownCode }, slug, new URLSearchParams(parameters))
}

async function insertOccasion(en: string, fr: string) {
  const { id, slug } = await insertCategory()
  for (const [locale, name] of [
    ["en", en],
    ["fr", fr],
  ] as const)
    await db
      .insert(serviceCategoryTexts)
      .values({ categoryId: id, locale, name, description: "…" })
      .onConflictDoUpdate({ target: [serviceCategoryTexts.categoryId, serviceCategoryTexts.locale], set: { name } })
  return slug
}

describe("what was searched", () => {
  test("is a sentence in the owner's language, whatever the writer's", async () => {
    const member = await insertPremium({ locale: "en" })
    const [french, english] = [await insertOwner({ locale: "fr" }), await insertOwner({ locale: "en" })]
    const category = await insertOccasion("Dinners", "Dîners")
    const parameters = { category, when: "fri-evening" }
    expect(await asked(member, french.slug, parameters)).toBe("Je cherchais\u00a0: Dîners, vendredi, le soir.")
    expect(await asked(member, english.slug, parameters)).toBe("I was looking for: Dinners, Friday, in the evening.")
  })

  test("names a day that is ahead, and leaves out one that is past and what is unknown", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner({ locale: "en" })]
    const day = (from: number) => new Date(Date.now() + from).toISOString().slice(0, 10)
    expect(await asked(member, owner.slug, { on: day(7 * DAY), when: "morning" })).toMatch(
      /^I was looking for: \w+day \d+ \w+, in the morning\.$/,
    )
    for (const parameters of [{ on: day(-7 * DAY) }, { on: "never" }, { when: "soon" }, { category: "none" }, {}])
      expect(await asked(member, owner.slug, parameters as Record<string, string>)).toBeNull()
  })

  test("returns nothing about a profile that is not public for the reader", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner()]
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, owner.profile.id))
    expect(await asked(member, owner.slug, { when: "evening" })).toBeNull()
    const blocked = await insertPair()
    await blocked.owner.call("PUT", `/blocks/${blocked.member.id}`)
    expect(await asked(blocked.member, blocked.owner.slug, { when: "evening" })).toBeNull()
  })

  test("is sent by nobody: the page of a first message has it as data alone", async () => {
    const [member, owner] = [await insertPremium(), await insertOwner({ locale: "en" })]
    const cookie = { headers: { Cookie: `__Host-salon_session=${member.session.token}` } }
    const html = await (await ask(`/profile/chat/new?profile=${owner.slug}&when=evening`, cookie)).text()
    const field = html.slice(html.indexOf("<textarea"), html.indexOf("</textarea>"))
    expect([html.includes("I was looking for"), field.includes("I was looking for")]).toEqual([true, false])
  })
})
