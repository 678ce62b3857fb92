import { eq } from "drizzle-orm"
import { expect } from "vitest"
import { reportMessages, reports, sessions } from "~/db/schema"
import { en, fr, newAddress, setCookieOf, signedIn } from "../../helpers/app"
import { insertOwner, insertPair } from "../../helpers/chat"
import { call, receive } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { elementsOf } from "../../helpers/page"
import { DAY, db, insertSession, insertStaff, insertUser } from "../../helpers/rows"
import { mediaWithFile, textOf, visit } from "./acts"
import type { Lines } from "./lines"

/** Inserts a public picture, and reports it as "I am in this picture", without an account. */
async function pictureOfMe() {
  const { profile, slug } = await insertOwner()
  const insert = async () => (await mediaWithFile({ profileId: profile.id })).id
  const statusOf = async (id: string) => (await visit(`/media/${id}/640.webp`)).status
  const report = async (id: string, address = newAddress(), change: object = {}) => {
    const about = `/escorts/${slug}/gallery?photo=${id}`
    const form = { category: "depicted", about, details: "This is me.", good_faith: true, ...change }
    const response = await call("/reports", form, { "CF-Connecting-IP": address })
    expect(response.status).toBe(201)
    return (await response.json<{ reference: string }>()).reference
  }
  return { slug, id: await insert(), insert, statusOf, report }
}

const reportOf = async (reference: string) =>
  (await db.select().from(reports).where(eq(reports.reference, reference)))[0]

async function insertModerator() {
  const { token } = await insertSession({ userId: (await insertStaff()).id, confirmedAt: Date.now() })
  const headers = { Authorization: `Bearer ${token}` }
  const dismiss = (reference: string) =>
    call(`/admin/cases/${reference.replace("R-", "C-")}/dismiss`, { reason: "It is she." }, headers)
  return { headers, dismiss }
}

export const safety: Lines = {
  "How do I report something?": [
    {
      says: [
        "With **Report**, at the foot of the page, with or without an account",
        "Par **Signaler**, en bas de page, avec ou sans compte",
      ],
      does: async () => {
        const { slug } = await insertOwner()
        const { open } = await insertMember()
        for (const [origin, word] of [
          [en, "Report"],
          [fr, "Signaler"],
        ])
          for (const path of ["/", "/faq", "/escorts", `/escorts/${slug}`, "/contact", "/nowhere", "/profile"])
            for (const page of path === "/profile" ? [await open(origin + path)] : [await visit(origin + path)]) {
              const foot = (await textOf(page)).split("<footer")[1]
              expect([path, foot]).toEqual([
                path,
                expect.stringMatching(new RegExp(`href="/report\\?[^>]*>${word}</a>`)),
              ])
            }
      },
    },
    {
      says: ["Tell us what is wrong and where", "Dites ce qui ne va pas et où"],
      does: async () => {
        const fields = (await elementsOf(await (await visit("/report")).text())).map(
          ({ attributes }) => attributes.name,
        )
        expect(fields).toEqual(expect.arrayContaining(["category", "about", "details", "email"]))
      },
    },
    {
      says: [
        "you receive a reference and, if you leave an email address, our decision and its reasons",
        "vous recevez une référence et, si vous laissez une adresse e-mail, notre décision et ses motifs",
      ],
      does: async () => {
        const { id, report } = await pictureOfMe()
        const reference = await report(id, newAddress(), { email: "faq-decision@example.org" })
        expect(reference).toMatch(/^R-[0-9A-Z]{8}$/)
        expect((await (await insertModerator()).dismiss(reference)).status).toBe(204)
        const { text } = await receive("faq-decision@example.org")
        for (const part of [reference, "changed nothing", "It is she."]) expect(text).toContain(part)
      },
    },
    {
      says: ["Serious matters are looked at first, at any hour", "Les faits graves passent en premier, à toute heure"],
      does: async () => {
        const { id, report } = await pictureOfMe()
        expect((await reportOf(await report(id, newAddress(), { category: "minor" })))?.priority).toBe("P0")
        expect(await textOf(await visit("/report"))).toContain("Under 18, or in danger: within the hour.")
      },
    },
  ],
  "Someone is using my picture. What can I do?": [
    {
      says: [
        "Open it in the gallery, press the flag, and choose **I am in this picture**",
        "Ouvrez-la dans la galerie, touchez le drapeau et choisissez **Je figure sur cette image**",
      ],
      does: async () => {
        const { slug, id } = await pictureOfMe()
        const path = `/escorts/${slug}/gallery?photo=${id}`
        for (const [origin, choice] of [
          [en, "I am in this picture"],
          [fr, "Je figure sur cette image"],
        ]) {
          const links = (await elementsOf(await (await visit(origin + path)).text())).map(
            ({ attributes }) => attributes.href,
          )
          const flag = links.find((href) => href?.startsWith("/report?")) ?? ""
          expect(new URL(flag, en).searchParams.get("about")).toContain(id)
          expect(await textOf(await visit(origin + flag))).toContain(`<option value="depicted">${choice}</option>`)
        }
      },
    },
    {
      says: ["It's hidden as soon as your report arrives", "Elle est masquée dès réception"],
      does: async () => {
        const { id, report, statusOf } = await pictureOfMe()
        expect(await statusOf(id)).toBe(200)
        await report(id)
        expect(await statusOf(id)).toBe(404)
      },
    },
    {
      says: [
        "unless you have reported more than five pictures that day",
        "sauf au-delà de cinq photos signalées le même jour",
      ],
      does: async () => {
        const { insert, report, statusOf } = await pictureOfMe()
        const address = newAddress()
        const statuses = []
        for (let n = 0; n < 6; n += 1) {
          const id = await insert()
          await report(id, address)
          statuses.push(await statusOf(id))
        }
        expect(statuses).toEqual([404, 404, 404, 404, 404, 200])
      },
    },
    {
      says: ["or we checked it in the past month", "si nous l'avons vérifiée au cours du dernier mois"],
      does: async () => {
        const { id, report, statusOf } = await pictureOfMe()
        const reference = await report(id)
        await (await insertModerator()).dismiss(reference)
        await report(id)
        expect(await statusOf(id)).toBe(200)
        await db
          .update(reports)
          .set({ updatedAt: Date.now() - 31 * DAY })
          .where(eq(reports.reference, reference))
        await report(id)
        expect(await statusOf(id)).toBe(404)
      },
    },
    {
      says: ["we look at such a report within 48 hours", "un tel signalement est examiné sous 48 heures"],
      does: async () => {
        const { id, report } = await pictureOfMe()
        expect((await reportOf(await report(id)))?.priority).toBe("P1")
        expect(await textOf(await visit("/report"))).toContain(
          "Pictures of you, or shown without consent: within 48 hours.",
        )
      },
    },
    {
      says: ["You don't need an account", "Aucun compte n'est nécessaire"],
      does: async () => {
        const { id, report } = await pictureOfMe()
        expect(await reportOf(await report(id))).toMatchObject({ email: null, hidesMedia: true })
      },
    },
  ],
  "Do you read my messages?": [
    {
      says: [
        "we receive a copy of the messages chosen for the report and of the few around them, and nothing else",
        "nous recevons une copie des messages joints au signalement et des quelques-uns qui les entourent, et rien d'autre",
      ],
      does: async () => {
        const { member, owner, id } = await insertPair()
        for (let n = 2; n <= 14; n += 1) await owner.send(id, `Message ${n}`)
        const body = { messages: [8], category: "terms", details: "Rude." }
        const response = await member.call("POST", `/conversations/${id}/report`, body)
        const report = await reportOf((await response.json<{ reference: string }>()).reference)
        const copied = await db
          .select()
          .from(reportMessages)
          .where(eq(reportMessages.reportId, report?.id ?? ""))
        expect(copied.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
      },
    },
    {
      says: ["Our staff cannot open a conversation", "L'équipe ne peut pas ouvrir une conversation"],
      does: async () => {
        const { id } = await insertPair()
        const { headers } = await insertModerator()
        for (const path of [`/api/conversations/${id}`, `/api/conversations/${id}/messages`, `/profile/chat/${id}`])
          expect([path, (await visit(path, { headers })).status]).toEqual([path, path.startsWith("/api") ? 404 : 302])
        expect((await visit(`/profile/chat/${id}`, await signedIn(await insertStaff()))).status).toBe(404)
      },
    },
  ],
  "What does the quick exit do?": [
    {
      says: [
        "It replaces the page at once with a neutral site and logs you out",
        "Elle remplace aussitôt la page par un site neutre et vous déconnecte",
      ],
      does: async () => {
        const user = await insertUser()
        const init = await signedIn(user, { headers: { "Sec-Fetch-Site": "same-origin" } })
        const exit = await visit("/exit", init)
        expect([exit.status, exit.headers.get("Location")]).toEqual([303, "https://en.wikipedia.org/"])
        expect(setCookieOf(exit, "__Host-salon_session")?.attributes["max-age"]).toBe("0")
        expect(await db.select().from(sessions).where(eq(sessions.userId, user.id))).toEqual([])
      },
    },
    {
      says: ["Press the button, or Shift three times", "Pressez le bouton, ou trois fois la touche Maj"],
      does: async () => {
        for (const path of ["/", "/auth/login", "/nowhere"]) {
          const page = await (await visit(path)).text()
          expect(page).toContain('id="quick-exit"')
          // The effect of three presses is tested in Chromium (tests/browser/pages/safety.test.ts); here, that each page
          // listens for them.
          expect(page).toMatch(/"Shift".*n>2/)
        }
      },
    },
    {
      says: [
        "Pages seen earlier remain in your browser's history: clear it if others use the device",
        "Les pages vues auparavant restent dans l'historique du navigateur : effacez-le si d'autres utilisent l'appareil",
      ],
      informs: "No page may clear a browser's history.",
    },
  ],
}
