import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { idempotencyKeys, profiles } from "~/db/schema"
import { limits } from "~/domain/core/rate-limits"
import { fieldLimits } from "~/domain/profiles/content/fields"
import { SimulatedModel } from "../../../translation-model"
import { fetchApp, fetchWith, json, newAddress, withAccess } from "../../helpers/app"
import { logText, takeLog } from "../../helpers/log"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { dumpDatabase } from "../../helpers/person"
import { db, withoutDecisionRules } from "../../helpers/rows"
import { about, decide, insertOwner, openPublic, save, workshopOf } from "./people"

const path = "/api/me/profile/translations"
const texts = { headline: "Des musées au calme", about }
const french = { from: "fr", to: "en", texts }

let model: SimulatedModel
beforeEach(() => {
  model = new SimulatedModel()
})

type Owner = Pick<Awaited<ReturnType<typeof insertMember>>, "session">

/** Asks for drafts at a site with this translator. */
const draft = (
  { session }: Owner,
  body: unknown = french,
  bindings: object = { TRANSLATOR: "workers-ai", AI: model },
) => fetchWith(bindings, path, json(body, { Authorization: `Bearer ${session.token}` }))

const answerOf = async (response: Response) => [response.status, (await response.json<{ code?: string }>()).code]
const draftsOf = async (response: Response) => (await response.json<{ texts: Record<string, string> }>()).texts

/** Takes the errors of 503 responses out of the log, which say nothing of the texts. */
function expectQuietLog(): void {
  expect(logText()).not.toContain("musées")
  expect(logText()).not.toContain("quiet corners")
  takeLog("request.failed")
  takeLog("translator.failed")
}

describe("drafts of an owner’s texts in another language", () => {
  test("are made of the texts that were sent, and nothing else is", async () => {
    const owner = await insertOwner()
    const response = await draft(owner)
    expect([response.status, await response.json()]).toEqual([
      200,
      { texts: { headline: "[en] Des musées au calme", about: `[en] ${about}` } },
    ])
    expect(model.asked.every(({ source_lang, target_lang }) => source_lang === "fr" && target_lang === "en")).toBe(true)
    expect(logText()).not.toContain("musées")
  })

  test("store nothing, and change nothing that anybody sees", async () => {
    const owner = await insertOwner()
    const [before, page] = [await dumpDatabase(), await (await openPublic(owner.profile.slug)).text()]
    expect((await draft(owner)).status).toBe(200)
    expect(await dumpDatabase()).toEqual(before)
    const nonce = /nonce="[^"]+"/g
    expect((await (await openPublic(owner.profile.slug)).text()).replaceAll(nonce, "")).toBe(page.replaceAll(nonce, ""))
  })

  test("become public once they were saved, submitted and approved, and no sooner", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    const { headline } = await draftsOf(await draft(owner, { ...french, texts: { headline: texts.headline } }))
    await save(owner, { "headline.en": headline })
    const isPublic = async () => (await (await openPublic(owner.profile.slug)).text()).includes("[en] Des musées")
    expect([(await workshopOf(owner)).fields["headline.en"].edit?.state, await isPublic()]).toEqual(["draft", false])
    expect((await owner.call("POST", "/me/profile/submission")).status).toBe(200)
    expect(await isPublic()).toBe(false)
    await decide(staff, owner.profile.id, "approve")
    expect(await isPublic()).toBe(true)
  })

  test("are for owners: nobody else gets one, and a closed profile none", async () => {
    const stranger = await fetchWith({ TRANSLATOR: "workers-ai", AI: model }, path, await withAccess(json(french)))
    expect(await answerOf(stranger)).toEqual([401, "auth.required"])
    expect(await answerOf(await draft(await insertMember()))).toEqual([404, "request.not_found"])
    const rejected = await insertOwner("draft")
    await withoutDecisionRules(() =>
      db.update(profiles).set({ state: "rejected" }).where(eq(profiles.id, rejected.profile.id)),
    )
    expect(await answerOf(await draft(rejected))).toEqual([404, "request.not_found"])
    expect(model.asked).toEqual([])
  })

  test("are not to be had at a site without a translator", async () => {
    const owner = await insertOwner()
    for (const bindings of [{}, { TRANSLATOR: "" }, { TRANSLATOR: "none", AI: model }])
      expect(await answerOf(await draft(owner, french, bindings))).toEqual([404, "translation.off"])
    expect(model.asked).toEqual([])
  })

  test.each<[string, object, string]>([
    ["an unknown field", { texts: { headline: "A text", name: "Ada" } }, "texts"],
    ["a field of a language", { texts: { "headline.fr": "A text" } }, "texts"],
    ["no field", { texts: {} }, "texts"],
    ["an empty text", { texts: { headline: " " } }, "texts.headline"],
    [
      "a headline that is too long",
      { texts: { headline: "x".repeat(fieldLimits.headline.max + 1) } },
      "texts.headline",
    ],
    ["a quote that is too long", { texts: { quote: "x".repeat(fieldLimits.quote.max + 1) } }, "texts.quote"],
    ["an introduction that is too long", { texts: { about: "x".repeat(fieldLimits.about.max + 1) } }, "texts.about"],
    ["the same language", { to: "fr" }, "to"],
    ["a language that the site has not", { to: "de" }, "to"],
  ])("are refused for %s", async (_, change, field) => {
    const response = await draft(await insertOwner(), { ...french, ...change })
    const { code, errors } = await response.json<{ code: string; errors: object }>()
    expect([response.status, code, Object.keys(errors)]).toEqual([422, "validation.failed", [field]])
    expect(model.asked).toEqual([])
  })

  test("are made of whole texts, as long as a profile may have them", async () => {
    const longest = "Quiet. ".repeat(800).slice(0, fieldLimits.about.max - 1)
    const { about: made = "" } = await draftsOf(
      await draft(await insertOwner(), { ...french, texts: { about: longest } }),
    )
    expect(made.replaceAll("[en] ", "")).toBe(longest.trim())
  })

  test.each(["failing", "empty", "queued", "chatty"] as const)(
    "fail with 503 if the model is %s, and the log has nothing of the texts",
    async (mood) => {
      const owner = await insertOwner()
      model.mood = mood
      expect(await answerOf(await draft(owner))).toEqual([503, "translation.unavailable"])
      expectQuietLog()
    },
  )

  test("are left out where one text fails, and the others are there", async () => {
    model.chokesOn = "musées"
    expect(Object.keys(await draftsOf(await draft(await insertOwner())))).toEqual(["about"])
    expectQuietLog()
  })

  test("may be longer than a field’s limit, and are saved so, but not submitted", async () => {
    const owner = await insertOwner()
    const headline = "é".repeat(fieldLimits.headline.max)
    const { headline: made = "" } = await draftsOf(await draft(owner, { ...french, texts: { headline } }))
    expect(made).toBe(`[en] ${headline}`)
    expect((await save(owner, { "headline.en": made })).status).toBe(200)
    const refused = await owner.call("POST", "/me/profile/submission")
    expect(Object.keys((await refused.json<{ errors: object }>()).errors)).toEqual(["headline.en"])
  })

  test("are limited for each owner, and for them alone", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    const one = { ...french, texts: { headline: "Bonjour" } }
    for (let at = 0; at < limits["workshop.translate"].max; at += 1) expect((await draft(owner, one)).status).toBe(200)
    const refused = await draft(owner, one)
    expect([await answerOf(refused), refused.headers.has("Retry-After")]).toEqual([[429, "rate.limited"], true])
    expect((await draft(other, one)).status).toBe(200)
    expect(model.asked).toHaveLength(limits["workshop.translate"].max + 1)
  })

  test("are stored under a key alone that their owner sent, and sealed by it", async () => {
    const owner = await insertOwner()
    await draft(owner)
    expect(await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, owner.user.id))).toEqual([])
    const headers = { Authorization: `Bearer ${owner.session.token}`, "Idempotency-Key": crypto.randomUUID() }
    await fetchWith({ TRANSLATOR: "workers-ai", AI: model }, path, json(french, headers))
    const rows = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, owner.user.id))
    expect(JSON.stringify(rows)).not.toContain("musées")
  })
})

describe("a site whose translator has no binding", () => {
  test("does not start, and says what is missing", async () => {
    for (const AI of [undefined, "a text"]) {
      const response = await fetchWith({ TRANSLATOR: "workers-ai", AI }, "/health", {
        headers: { "CF-Connecting-IP": newAddress() },
      })
      expect(response.status).toBe(500)
    }
    const errors = takeLog("config.invalid").map(({ error }) => error)
    expect(errors[0]).toBe("ConfigError: TRANSLATOR: workers-ai needs the binding AI")
    expect(errors[1]).toContain("ConfigError: AI: ")
  })

  test("that is unknown is refused too", async () => {
    expect((await fetchWith({ TRANSLATOR: "secret" }, "/health")).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([{ error: expect.stringContaining("TRANSLATOR: ") }])
    expect((await fetchApp("/health")).status).toBe(200)
  })
})
