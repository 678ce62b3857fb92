import { eq } from "drizzle-orm"
import { expect, vi } from "vitest"
import { dataRequests, emailTokens, users } from "~/db/schema"
import { accessCookie, addCookie, en, fetchApp, fr, json, setCookieOf } from "../../helpers/app"
import { Browser } from "../../helpers/browser"
import { insertOwner, insertPerson, insertPremium } from "../../helpers/chat"
import { ask, linkIn, receive, runCron, runJobs, submit } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { elementsOf } from "../../helpers/page"
import {
  completeProfile,
  db,
  insertCategory,
  insertCity,
  insertMedia,
  insertProfile,
  insertSession,
  insertUserWithPassword,
  password,
} from "../../helpers/rows"
import { mediaWithFile, textOf, visit } from "./acts"
import type { Lines } from "./lines"

const data = "/profile/settings/data"

async function listedMember() {
  const member = await insertMember()
  const place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  const profile = await insertProfile({ ownerId: member.user.id, ...place })
  await completeProfile(profile)
  const action = (name: string, fields: Record<string, string> = {}) =>
    submit(data, { ...fields, intent: name }, { headers: { Cookie: member.cookie } })
  return {
    ...member,
    profile,
    action,
    isPublic: async () => (await visit(`/escorts/${profile.slug}`)).status === 200,
  }
}

async function joinTwice() {
  const email = `again-${crypto.randomUUID()}@example.org`
  const ask = async (chosen: string) => {
    const fields = { name: "Ada", email, password: chosen, adult: "on", terms: "on" }
    expect((await submit("/become-member", fields)).status).toBe(302)
    return linkIn(await receive(email))
  }
  const links = [await ask("the cat sleeps on the sofa"), await ask("the dog sleeps on the stairs")]
  expect(links[1]).not.toBe(links[0])
  return { email, link: links[1] as string, chosen: "the dog sleeps on the stairs" }
}

export const account: Lines = {
  "Do I need an account to look around?": [
    {
      says: [
        "Public profiles, their prices and their public pictures are open to every adult visitor",
        "Les profils publics, leurs prix et leurs photos publiques sont ouverts à toute personne majeure",
      ],
      does: async () => {
        const { slug, profile } = await insertOwner()
        const { id } = await mediaWithFile({ profileId: profile.id })
        const page = await visit(`/escorts/${slug}`)
        expect([page.status, await textOf(page)]).toEqual([200, expect.stringContaining("€150")])
        expect((await visit(`/media/${id}/640.webp`)).status).toBe(200)
        const unasked = await fetchApp(`/escorts/${slug}`, addCookie({}, await accessCookie()))
        expect([unasked.status, unasked.headers.get("Location")]).toEqual([303, expect.stringMatching(/^\/age/)])
      },
    },
    {
      says: ["You need an account to save favourites", "Un compte sert à enregistrer des favoris"],
      does: async () => {
        const { profile } = await insertOwner()
        const path = `/favorites/${profile.id}`
        expect((await visit(`/api/me${path}`, { method: "PUT", headers: { Origin: en } })).status).toBe(401)
        const member = await insertPerson()
        expect((await member.call("PUT", `/me${path}`)).status).toBe(204)
        expect(JSON.stringify(await member.get("/me/favorites"))).toContain(profile.id)
      },
    },
    {
      says: [
        "Premium to write to hosts and see private pictures",
        "Premium permet d'écrire aux hôtes et de voir les photos privées",
      ],
      does: async () => {
        const { slug, profile } = await insertOwner()
        await insertMedia({ profileId: profile.id, visibility: "private" })
        const seen = []
        for (const person of [await insertPerson(), await insertPremium()]) {
          const { is_open } = await person.get<{ is_open: boolean }>(`/profiles/${slug}/private`)
          seen.push([(await person.ask(slug)).status, is_open])
        }
        expect(seen).toEqual([
          [403, false],
          [201, true],
        ])
      },
    },
  ],
  "I haven't received the confirmation email. What can I do?": [
    {
      says: ["your spam folder", "votre courrier indésirable"],
      informs: "It is in the reader's own mailbox.",
    },
    {
      says: [
        "[ask to join again](/become-member) with the same address: we send a new link, valid for 60 minutes",
        "[demandez de nouveau un compte](/become-member) avec la même adresse : un nouveau lien arrive, valable 60 minutes",
      ],
      does: async () => {
        const { link } = await joinTwice()
        const signup = link.split("/").at(-2) as string
        const [token] = await db.select().from(emailTokens).where(eq(emailTokens.subjectId, signup))
        expect((token?.expiresAt ?? 0) - (token?.createdAt ?? 0)).toBe(60 * 60_000)
        vi.useFakeTimers({ toFake: ["Date"] })
        vi.setSystemTime(Date.now() + 59 * 60_000)
        expect((await ask(link)).status).toBe(200)
        vi.setSystemTime(Date.now() + 60_000)
        expect((await ask(link)).status).toBe(410)
      },
    },
    {
      says: ["you choose your password again", "vous choisissez de nouveau votre mot de passe"],
      does: async () => {
        const { email, link, chosen } = await joinTwice()
        expect((await submit(link, { password: chosen })).status).toBe(302)
        expect((await ask("/api/auth/login", json({ email, password: chosen }))).status).toBe(200)
      },
    },
  ],
  "How do I change the language?": [
    {
      says: ["Use the language switch in the header", "Utilisez le choix de langue dans l'en-tête"],
      does: async () => {
        const page = await (await visit("/faq?q=host")).text()
        const header = page.slice(page.indexOf("<header"), page.indexOf("</header>"))
        const links = (await elementsOf(header)).map(({ attributes }) => attributes)
        const locales = links.flatMap(({ hreflang, href }) => (hreflang && href ? [hreflang] : []))
        expect(locales.toSorted()).toEqual(expect.arrayContaining(["en", "fr"]))
      },
    },
    {
      says: ["or in your settings", "ou dans vos réglages"],
      does: async () => {
        const { action } = await insertMember()
        const response = await action("language", { locale: "fr" })
        const to = new URL(response.headers.get("Location") ?? "/", en)
        expect([response.status, to.origin, to.searchParams.get("to")]).toEqual([
          302,
          fr,
          "/profile/settings/appearance",
        ])
      },
    },
    {
      says: ["You stay on the same page", "Vous restez sur la même page"],
      does: async () => {
        const browser = await new Browser().enter()
        const page = await (await browser.fetch("/faq?q=host")).text()
        const link = (await elementsOf(page)).find(({ tag, attributes }) => tag === "a" && attributes.hreflang === "fr")
        const last = (await browser.visit((link?.attributes.href ?? "").replaceAll("&amp;", "&"))).at(-1)
        expect([last?.url, await last?.response.text()]).toEqual([
          `${fr}/faq?q=host`,
          expect.stringContaining('<html lang="fr"'),
        ])
      },
    },
    {
      says: ["the choice is remembered for 365 days", "votre choix est retenu 365 jours"],
      does: async () => {
        const cookie = setCookieOf(await visit(`${fr}/auth/login`), "locale")
        expect([cookie?.value, Number(cookie?.attributes["max-age"])]).toEqual(["fr", 365 * 24 * 60 * 60])
      },
    },
  ],
  "How do I close my account?": [
    {
      says: ["In your settings, under **Your data**", "Dans vos réglages, sous **Vos données**"],
      does: async () => {
        const { open } = await insertMember()
        for (const [origin, title, way] of [
          [en, "Your data", "Delete your account"],
          [fr, "Vos données", "Supprimer votre compte"],
        ]) {
          const settings = await textOf(await open(`${origin}/profile/settings/privacy`))
          expect(settings).toContain(`<h2 class="text-body font-medium">${title}</h2>`)
          expect(settings).toContain(`href="${data}"`)
          expect(await textOf(await open(`${origin}${data}`))).toContain(way)
        }
      },
    },
    {
      says: [
        "The account is hidden at once and erased after 30 days",
        "Le compte est masqué aussitôt, puis effacé au bout de 30 jours",
      ],
      does: async () => {
        const { user, action, isPublic } = await listedMember()
        expect(await isPublic()).toBe(true)
        expect((await action("erase", { understood: "on" })).status).toBe(200)
        expect(await isPublic()).toBe(false)
        const there = async () => (await db.select().from(users).where(eq(users.id, user.id))).length
        await passDays(user.id, 29)
        expect(await there()).toBe(1)
        await passDays(user.id, 2)
        expect(await there()).toBe(0)
      },
    },
    {
      says: ["Log in before then if you change your mind", "Connectez-vous avant si vous changez d'avis"],
      does: async () => {
        const { user, action, isPublic } = await listedMember()
        await action("erase", { understood: "on" })
        const response = await ask("/api/auth/login", json({ email: user.email, password }))
        const { token } = await response.json<{ token: string }>()
        const again = await insertSession({ userId: user.id })
        expect([response.status, typeof token]).toEqual([200, "string"])
        const cookie = { headers: { Cookie: `__Host-salon_session=${again.token}` } }
        expect(await (await ask("/profile", cookie)).text()).toContain('name="intent" value="keep"')
        expect((await submit(data, { intent: "keep" }, cookie)).status).toBe(200)
        expect(await isPublic()).toBe(true)
      },
    },
    {
      says: ["You can export everything first", "Vous pouvez tout exporter auparavant"],
      does: async () => {
        const user = await insertUserWithPassword()
        const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
        const headers = { Authorization: `Bearer ${token}` }
        const asked = await ask("/api/me/exports", { method: "POST", headers })
        const { id } = await asked.json<{ id: string }>()
        await runJobs()
        const file = await ask(`/api/me/exports/${id}/file`, { headers })
        expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/zip"])
      },
    },
  ],
}

/** Lets the days before a user's erasure pass, and runs the nightly cron. */
async function passDays(userId: string, days: number): Promise<void> {
  const [request] = await db.select().from(dataRequests).where(eq(dataRequests.userId, userId))
  const runAt = (request?.runAt ?? 0) - days * 24 * 60 * 60_000
  await db.update(dataRequests).set({ runAt }).where(eq(dataRequests.userId, userId))
  await runCron("17 3 * * *")
  await runJobs()
}
