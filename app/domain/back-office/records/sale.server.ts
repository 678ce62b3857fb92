import type { Ctx } from "../../core/context"
import { t } from "./labels.server"
import type { Action } from "./resource"
import type { BadgeTone, Text } from "./schema"

/** Differences between the resources that are sold. */
interface Sold {
  /** Gender of the French noun. */
  gender: "masculine" | "feminine"
  /** The column of the provider's id, null before the first sale. */
  reference: string
  setForSale: (ctx: Ctx, id: string, isForSale: boolean) => Promise<void>
}

/** The badges of a state of sale. */
export function saleBadges({ gender }: Pick<Sold, "gender">): Record<string, { label: Text; tone: BadgeTone }> {
  return {
    draft: { label: t("sale.draft"), tone: "outlined" },
    active: { label: t("sale.active"), tone: "ok" },
    retired: { label: t(`sale.retired.${gender}`), tone: "neutral" },
  }
}

/** The acts on a state of sale. A draft is discarded, and reopened, without the provider. */
export function saleActions({ gender, reference, setForSale }: Sold): Action[] {
  return [
    {
      name: "sell",
      label: t("sale.sell"),
      done: t("sale.sold"),
      when: "r.state <> 'active'",
      run: (ctx, id) => setForSale(ctx, id, true),
      undo: "withdraw",
    },
    {
      name: "withdraw",
      label: t("sale.withdraw"),
      done: t(`sale.withdrawn.${gender}`),
      isDanger: true,
      when: "r.state = 'active'",
      run: (ctx, id) => setForSale(ctx, id, false),
      undo: "sell",
    },
    {
      name: "discard",
      label: t("sale.discard"),
      done: t(`sale.discarded.${gender}`),
      when: "r.state = 'draft'",
      set: { state: "retired" },
      undo: "redraft",
    },
    {
      name: "redraft",
      label: t("sale.redraft"),
      done: t("sale.redrafted"),
      when: `r.state = 'retired' AND r.${reference} IS NULL`,
      set: { state: "draft" },
      undo: "discard",
    },
  ]
}
