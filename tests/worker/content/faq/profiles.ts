import { expect } from "vitest"
import { getDeskApplication, moveApplication } from "~/domain/support/applications/staff.server"
import { fr } from "../../helpers/app"
import { applicationOf, filesOf, newApplicant, picturesOf, sendIn, staffCtx } from "../../helpers/applicant"
import { insertOwner, insertPremium } from "../../helpers/chat"
import { receive } from "../../helpers/mail"
import { DAY, insertCategory, insertCity, insertProfile, insertSubscription } from "../../helpers/rows"
import { mediaWithFile, textOf, visit } from "./acts"
import type { Lines } from "./lines"

const place = async () => ({ cityId: (await insertCity()).id, categoryId: (await insertCategory()).id })

async function privateProfile() {
  const profile = await insertProfile({ ...(await place()), photoCount: 1, privatePhotoCount: 2 })
  const shown = await mediaWithFile({ profileId: profile.id })
  const row = { profileId: profile.id, visibility: "private" as const }
  return { slug: profile.slug, shown, hidden: [await mediaWithFile(row), await mediaWithFile(row)] }
}

export const profiles: Lines = {
  "What does “Identity and age confirmed” mean?": [
    {
      says: ["in the month shown", "au mois indiqué"],
      does: async () => {
        const base = await place()
        const checked = await insertProfile({ ...base, verifiedAt: Date.parse("2026-09-03T10:00:00Z") })
        const unchecked = await insertProfile(base)
        const page = async (path: string) => textOf(await visit(path))
        expect(await page(`/escorts/${checked.slug}`)).toContain("Identity and age confirmed in September 2026")
        expect(await page(`${fr}/escorts/${checked.slug}`)).toContain("Identité et âge confirmés en septembre 2026")
        expect(await page(`/escorts/${unchecked.slug}`)).not.toContain("Identity and age confirmed")
      },
    },
    {
      says: [
        "an independent provider compared a document with the person",
        "un prestataire indépendant a comparé un document à la personne",
      ],
      informs: "It happens outside; the product stores the month alone.",
    },
    {
      says: ["It says nothing about their character", "Cela ne dit rien de son caractère"],
      does: async () => {
        const profile = await insertProfile({ ...(await place()), verifiedAt: Date.now() })
        expect(await textOf(await visit(`/escorts/${profile.slug}/infos`))).toMatch(
          /This says who \w+ is, nothing more\./,
        )
      },
    },
  ],
  "How are profiles ordered?": [
    {
      says: [
        "The newest first, unless you choose another order",
        "Du plus récent au plus ancien, sauf si vous choisissez un autre ordre",
      ],
      does: async () => {
        const base = await place()
        const rates = [30_000, 10_000, 20_000]
        const made: { slug: string }[] = []
        for (const [days, hourlyRate] of rates.entries())
          made.push(await insertProfile({ ...base, hourlyRate, publishedAt: Date.now() - days * DAY }))
        const among = new Set(made.map(({ slug }) => slug))
        const list = async (query: string) => {
          const { data } = await (await visit(`/api/profiles?show=96${query}`)).json<{ data: { slug: string }[] }>()
          return data.flatMap(({ slug }) => (among.has(slug) ? [made.findIndex((one) => one.slug === slug)] : []))
        }
        expect(await list("")).toEqual([0, 1, 2])
        expect(await list("&sort=price-up")).toEqual([1, 2, 0])
      },
    },
    {
      says: ["The few featured on the home page are picked by our editors", "sont choisis par la rédaction"],
      does: async () => {
        const base = { ...(await place()), publishedAt: Date.now() - 90 * DAY }
        const [picked, other] = [await insertProfile({ ...base, featuredRank: 1 }), await insertProfile(base)]
        for (let n = 0; n < 8; n += 1) await insertProfile({ ...base, publishedAt: Date.now() })
        const home = await textOf(await visit("/"))
        expect([home.includes(`/escorts/${picked.slug}"`), home.includes(`/escorts/${other.slug}"`)]).toEqual([
          true,
          false,
        ])
      },
    },
    {
      says: ["No place is for sale", "Aucune place n'est à vendre"],
      does: async () => {
        const base = await place()
        const paying = await insertPremium()
        await insertSubscription({ userId: paying.id, stripePrice: "price_top" })
        const paid = await insertProfile({ ...base, ownerId: paying.id, publishedAt: Date.now() - DAY })
        const newer = await insertProfile(base)
        const { data } = await (await visit("/api/profiles?show=96")).json<{ data: { slug: string }[] }>()
        const order = data.map(({ slug }) => slug).filter((slug) => slug === paid.slug || slug === newer.slug)
        expect(order).toEqual([newer.slug, paid.slug])
      },
    },
  ],
  "Why are some pictures private?": [
    {
      says: [
        "Hosts show some pictures to everyone and others to members only",
        "Les hôtes montrent certaines photos à tous et en réservent d'autres aux membres",
      ],
      does: async () => {
        const { shown, hidden } = await privateProfile()
        const statuses = [shown, ...hidden].map(async ({ id }) => (await visit(`/media/${id}/640.webp`)).status)
        expect(await Promise.all(statuses)).toEqual([200, 404, 404])
      },
    },
    {
      says: [
        "A private picture is blurred before it leaves our servers",
        "Une photo privée est floutée avant de quitter nos serveurs",
      ],
      does: async () => {
        const { slug, hidden } = await privateProfile()
        const page = await textOf(await visit(`/escorts/${slug}/private`))
        expect(page.match(/<img src="data:image\//g)).toHaveLength(2)
        for (const { id } of hidden) expect(page).not.toContain(id)
      },
    },
    {
      says: ["you see how many there are, and how to open them", "vous voyez combien il y en a, et comment y accéder"],
      does: async () => {
        const { slug } = await privateProfile()
        const page = await textOf(await visit(`/escorts/${slug}/private`))
        expect(page).toContain("2 pictures for Premium members")
        const offer = page.slice(page.indexOf('aria-labelledby="offer"'))
        expect(offer.slice(0, offer.indexOf("</aside>"))).toContain('href="/become-member"')
      },
    },
  ],
  "How do I become a host?": [
    {
      says: [
        "Apply for yourself on the [casting page](/casting), in your own words and with one to six pictures",
        "Déposez votre candidature vous-même sur la [page de casting](/casting), avec vos mots et une à six photos",
      ],
      does: async () => {
        for (const path of ["/casting", `${fr}/casting`]) expect((await visit(path)).status).toBe(200)
        const { id } = await sendIn(newApplicant())
        expect([(await applicationOf(id))?.state, (await picturesOf(id)).length]).toEqual(["submitted", 2])
      },
    },
    {
      says: ["Only you and our team see them", "Vous et notre équipe êtes seuls à les voir"],
      does: async () => {
        const applicant = newApplicant()
        const { id } = await sendIn(applicant)
        const path = `/applications/${id}/pictures/${(await picturesOf(id))[0]?.id}`
        const statuses = [applicant, newApplicant()].map(async (one) => (await one.call("GET", path)).status)
        expect(await Promise.all(statuses)).toEqual([200, 404])
        await insertOwner()
        expect(await (await visit("/api/profiles?show=96")).text()).not.toContain("Ada")
      },
    },
    {
      says: ["we write to you with our decision", "nous vous écrivons pour vous communiquer notre décision"],
      does: async () => {
        const { id, email } = await sendIn(newApplicant())
        const { ctx } = await staffCtx()
        for (const move of ["take", "accept"] as const) {
          const { version } = await getDeskApplication(ctx, id)
          await moveApplication(ctx, id, { move, version })
        }
        const { text } = await receive(email)
        expect([text.includes((await applicationOf(id))?.reference ?? "none"), text]).toEqual([
          true,
          expect.stringContaining("/casting/follow/"),
        ])
      },
    },
    {
      says: [
        "Until then you can withdraw your application at any time, in one step: its pictures are deleted at once",
        "D'ici là, vous pouvez retirer votre candidature à tout moment, en une étape : ses photos sont aussitôt supprimées",
      ],
      does: async () => {
        const applicant = newApplicant()
        const { id } = await sendIn(applicant)
        expect((await filesOf(id)).length).toBeGreaterThan(0)
        expect((await applicant.call("POST", `/applications/${id}/withdraw`)).status).toBe(204)
        expect([(await applicationOf(id))?.state, await filesOf(id)]).toEqual(["withdrawn", []])
      },
    },
  ],
}
