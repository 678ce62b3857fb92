import { eq } from "drizzle-orm"
import { expect } from "vitest"
import { subscriptions } from "~/db/schema"
import { fr } from "../../helpers/app"
import { insertOwner, insertPerson, insertPremium } from "../../helpers/chat"
import { insertMember } from "../../helpers/member"
import { DAY, db, insertSubscription } from "../../helpers/rows"
import { mediaWithFile, textOf, visit } from "./acts"
import type { Lines } from "./lines"

export const membership: Lines = {
  "What does Premium give me?": [
    {
      says: [
        "Conversations with hosts, and the pictures and videos that they share with members only",
        "Les conversations avec les hôtes, et les photos et vidéos qu'ils réservent aux membres",
      ],
      does: async () => {
        const { slug, profile } = await insertOwner()
        const row = { profileId: profile.id, visibility: "private" as const }
        const media = [await mediaWithFile(row), await mediaWithFile({ ...row, kind: "video", duration: 8 })]
        const member = await insertPremium()
        expect((await member.ask(slug)).status).toBe(201)
        for (const [index, name] of ["640.webp", "video.mp4"].entries()) {
          const { query } = await (await member.call("POST", `/media/${media[index]?.id}/ticket`)).json<{
            query: string
          }>()
          const opened = await visit(`/media/${media[index]?.id}/${name}${query}`, { headers: member.headers })
          expect([name, opened.status]).toEqual([name, 200])
        }
      },
    },
    {
      says: [
        "It goes with an account: [create one](/become-member) first",
        "Il faut d'abord un compte : [créez-le](/become-member)",
      ],
      does: async () => {
        for (const path of ["/become-member", `${fr}/become-member`]) {
          const page = await visit(path)
          expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('name="password"')])
        }
      },
    },
  ],
  "How do I cancel?": [
    {
      says: [
        "On the page of [your plan](/profile/billing), in two clicks; no reason is needed",
        "Sur la page de [votre formule](/profile/billing), en deux clics et sans motif",
      ],
      does: async () => {
        const member = await insertMember()
        await insertSubscription({ userId: member.user.id })
        expect(await textOf(await member.open("/profile/billing"))).toMatch(/Cancel the plan/)
      },
    },
    {
      says: [
        "You keep Premium until the end of the period that you have paid for",
        "Vous gardez Premium jusqu'à la fin de la période payée",
      ],
      does: async () => {
        const { slug } = await insertOwner()
        const member = await insertPerson()
        const { id } = await insertSubscription({ userId: member.id, endsAt: Date.now() + DAY })
        const isOpen = async () => (await member.get<{ is_open: boolean }>(`/profiles/${slug}/private`)).is_open
        expect(await isOpen()).toBe(true)
        await db.update(subscriptions).set({ stripeStatus: "canceled" }).where(eq(subscriptions.id, id))
        expect(await isOpen()).toBe(false)
      },
    },
    {
      says: ["you can undo the cancellation until that day", "vous pouvez annuler la résiliation jusqu'à ce jour"],
      informs: "tests/worker/billing/membership.test.ts does both.",
    },
  ],
  "What appears on my bank statement?": [
    {
      says: ["The name of the company and the amount", "Le nom de la société et le montant"],
      informs: "A bank writes it, once somebody has paid.",
    },
    {
      says: [
        "Your [invoices](/profile/invoices) are in your account",
        "Vos [factures](/profile/invoices) sont dans votre compte",
      ],
      does: async () => {
        expect((await (await insertMember()).open("/profile/invoices")).status).toBe(200)
      },
    },
  ],
  "Does Salon take a share of what I pay a host?": [
    {
      says: ["You settle the price with the host, directly", "Vous convenez du prix avec l'hôte, directement"],
      does: async () => {
        const { slug } = await insertOwner()
        expect(await textOf(await visit(`/escorts/${slug}`))).toMatch(
          /You agree on place and time with \w+ directly\. There is no commission\./,
        )
      },
    },
    {
      says: [
        "Salon lives on Premium plans alone: no commission, no deposit, no fee for each message",
        "Salon vit des seules formules Premium : ni commission, ni acompte, ni frais au message",
      ],
      informs: "It is how the operator earns; the product sells plans alone (R27).",
    },
  ],
}
