import type { Ctx } from "../../core/context"
import type { Action } from "./resource"
import type { BadgeTone, Text } from "./schema"

/** Differences between the resources that are sold. */
interface Sold {
  /** Of the French noun: `e`, or nothing. */
  ending: "" | "e"
  /** The column of the provider's id, null before the first sale. */
  reference: string
  setForSale: (ctx: Ctx, id: string, isForSale: boolean) => Promise<void>
}

/** The badges of a state of sale. */
export function saleBadges({ ending }: Pick<Sold, "ending">): Record<string, { label: Text; tone: BadgeTone }> {
  return {
    draft: { label: { en: "Draft", fr: "Brouillon" }, tone: "outlined" },
    active: { label: { en: "On sale", fr: "En vente" }, tone: "ok" },
    retired: { label: { en: "Withdrawn", fr: `Retiré${ending}` }, tone: "neutral" },
  }
}

/** The acts on a state of sale. A draft is discarded, and reopened, without the provider. */
export function saleActions({ ending, reference, setForSale }: Sold): Action[] {
  return [
    {
      name: "sell",
      label: { en: "Sell", fr: "Mettre en vente" },
      done: { en: "On sale: {count}", fr: "En vente : {count}" },
      when: "r.state <> 'active'",
      run: (ctx, id) => setForSale(ctx, id, true),
      undo: "withdraw",
    },
    {
      name: "withdraw",
      label: { en: "Withdraw", fr: "Retirer de la vente" },
      done: {
        en: "Withdrawn, without effect on running subscriptions: {count}",
        fr: `Retiré${ending}s, sans effet sur les abonnements en cours : {count}`,
      },
      isDanger: true,
      when: "r.state = 'active'",
      run: (ctx, id) => setForSale(ctx, id, false),
      undo: "sell",
    },
    {
      name: "discard",
      label: { en: "Discard", fr: "Abandonner le brouillon" },
      done: { en: "Discarded: {count}", fr: `Abandonné${ending}s : {count}` },
      when: "r.state = 'draft'",
      set: { state: "retired" },
      undo: "redraft",
    },
    {
      name: "redraft",
      label: { en: "Reopen", fr: "Remettre en brouillon" },
      done: { en: "Drafts again: {count}", fr: "De nouveau en brouillon : {count}" },
      when: `r.state = 'retired' AND r.${reference} IS NULL`,
      set: { state: "draft" },
      undo: "discard",
    },
  ]
}
