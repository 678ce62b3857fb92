import { and, eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { profileServiceTexts, profileTexts } from "~/db/schema"
import { fetchApp, fr, withAccess } from "../../helpers/app"
import { insertStaffMember } from "../../helpers/member"
import { elementsOf, shownText } from "../../helpers/page"
import { db } from "../../helpers/rows"
import { about, decide, decideWhole, insertOwner, save, stateOf, workshopOf } from "./people"

type Owner = Awaited<ReturnType<typeof insertOwner>>

const problemsIn = async (response: Response) => Object.keys((await response.json<{ errors: object }>()).errors)
const submit = (owner: Owner) => owner.call("POST", "/me/profile/submission")
const visit = async (path: string) => fetchApp(path, await withAccess())
const htmlOf = async (path: string) => (await visit(path)).text()
const french = { "headline.fr": "Des musées au calme", "about.fr": about }

async function eraseTexts({ profile }: Owner, locale: "en" | "fr") {
  const ofLanguage = and(eq(profileTexts.profileId, profile.id), eq(profileTexts.locale, locale))
  await db.update(profileTexts).set({ headline: "", quote: "", about: "" }).where(ofLanguage)
}

async function insertUnwritten(state: Parameters<typeof insertOwner>[0]) {
  const owner = await insertOwner(state)
  for (const locale of ["en", "fr"] as const) await eraseTexts(owner, locale)
  return owner
}

describe("the texts of a profile", () => {
  test("in one language are enough for its review and its publication", async () => {
    const [owner, staff] = [await insertUnwritten("draft"), await insertStaffMember("trust_lead")]
    expect(await problemsIn(await submit(owner))).toEqual(["texts"])
    await save(owner, french)
    expect((await workshopOf(owner)).checklist).toContainEqual({ item: "texts", state: "to_send" })
    expect((await submit(owner)).status).toBe(200)
    await decide(staff, owner.profile.id, "approve")
    expect((await decideWhole(staff, owner.profile.id, "approve")).status).toBe(200)
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(200)
    expect(await stateOf(owner)).toBe("published")
  })

  test("in no language stop the publication, by the database too", async () => {
    const owner = await insertUnwritten("approved")
    expect((await owner.call("POST", "/me/profile/publication")).status).toBe(409)
    expect((await workshopOf(owner)).checklist).toContainEqual({ item: "texts", state: "missing" })
  })

  test("of a language that is begun have to be whole, also beside one that is published", async () => {
    const owner = await insertOwner()
    await eraseTexts(owner, "en")
    await save(owner, { "quote.en": "An evening well spent." })
    expect((await problemsIn(await submit(owner))).toSorted()).toEqual(["about.en", "headline.en"])
    await save(owner, { "quote.en": "", "headline.fr": "Des musées, et le chemin du retour" })
    expect((await submit(owner)).status).toBe(200)
  })

  test("cannot all be taken out of a published profile, but those of one language can", async () => {
    const owner = await insertOwner()
    const none = (locale: string) =>
      Object.fromEntries(["headline", "quote", "about"].map((name) => [`${name}.${locale}`, ""]))
    await save(owner, { ...none("en"), ...none("fr") })
    expect(await problemsIn(await submit(owner))).toEqual(["texts"])
    await save(owner, { "headline.fr": "A headline", "quote.fr": "A quote", "about.fr": "About" })
    expect((await submit(owner)).status).toBe(200)
  })
})

describe("a profile that is written in one language", () => {
  let owner: Owner
  beforeAll(async () => {
    owner = await insertOwner()
    await eraseTexts(owner, "en")
    const { profile, service } = owner
    await db
      .update(profileTexts)
      .set({ headline: "Une soirée à l’opéra", quote: "", about: "Je connais les quais." })
      .where(and(eq(profileTexts.profileId, profile.id), eq(profileTexts.locale, "fr")))
    const note = { profileId: profile.id, serviceId: service.id, locale: "fr" as const, note: "Le soir seulement" }
    await db.insert(profileServiceTexts).values(note)
  })

  test("shows its original to readers of another language, marked as such, and says so", async () => {
    const path = `/escorts/${owner.profile.slug}`
    const english = await htmlOf(path)
    const shown = shownText(english)
    for (const text of [
      "Une soirée à l’opéra",
      "Je connais les quais.",
      "Le soir seulement",
      "Original text in French",
    ])
      expect(shown).toContain(text)
    const inFrench = (await elementsOf(english)).filter(({ attributes }) => attributes.lang === "fr")
    expect(inFrench.length).toBeGreaterThanOrEqual(3)
    const original = shownText(await htmlOf(`${fr}${path}`))
    expect(original).toContain("Je connais les quais.")
    expect(original).not.toContain("Texte original")
  })

  test("says in the API of which language its texts are, and in which they are written", async () => {
    const response = await visit(`/api/profiles/${owner.profile.slug}`)
    expect(await response.json()).toMatchObject({
      headline: "Une soirée à l’opéra",
      texts_language: "fr",
      written_in: ["fr"],
      services: [{ services: [{ note: "Le soir seulement", note_language: "fr" }] }],
    })
  })

  test("is found by the words of its original on every site", async () => {
    for (const origin of ["", fr]) {
      const { data } = await (await visit(`${origin}/api/profiles?q=opera`)).json<{ data: { slug: string }[] }>()
      expect(data.map(({ slug }) => slug)).toEqual([owner.profile.slug])
    }
  })

  test("is neither shown nor found by a headline of a language that has no introduction", async () => {
    const half = await insertOwner()
    const { id, slug } = half.profile
    const textOf = (locale: "en" | "fr") => and(eq(profileTexts.profileId, id), eq(profileTexts.locale, locale))
    await db.update(profileTexts).set({ headline: "Marmalade at noon", about: "" }).where(textOf("en"))
    await db.update(profileTexts).set({ headline: "Confitures de minuit" }).where(textOf("fr"))
    const shown = shownText(await htmlOf(`/escorts/${slug}`))
    expect([shown.includes("Confitures de minuit"), shown.includes("Marmalade")]).toEqual([true, false])
    // The page shows the newest profiles where nothing is found.
    const found = async (word: string) => {
      const { data } = await (await visit(`/api/profiles?q=${word}`)).json<{ data: { slug: string }[] }>()
      return data.map((card) => card.slug)
    }
    expect([await found("confitures"), await found("marmalade")]).toEqual([[slug], []])
  })

  test("shows its owner's preview in the language that is written", async () => {
    const preview = shownText(await (await owner.open("/profile/escort/preview")).text())
    expect(preview).toContain("Je connais les quais.")
    expect(preview).toContain("Original text in French")
  })
})
