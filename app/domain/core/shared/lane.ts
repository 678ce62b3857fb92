import type { Ctx } from "../context"

/**
 * The place at which a step of the cron goes on in its next message, null once its lane is empty. A lane is gone through by its order, so
 * that an item that fails is passed and stops none behind it.
 */
export type Place = string | null

/** The place of a lane whose items leave it: what is done is not found again. */
const again = "again"

/** Returns where a lane goes on from which items leave; `isFull`: its page was full. */
export const placeWhile = (isFull: boolean): Place => (isFull ? again : null)

/** Returns where a lane goes on after a page of at most `limit` items that was read in their order. */
export function placeAfter<Item>(page: readonly Item[], limit: number, placeOf: (item: Item) => string): Place {
  const last = page.length >= limit ? page.at(-1) : undefined
  return last === undefined ? null : placeOf(last)
}

/** Acts on each item by itself: one that fails is in the log by its id, `cron.item_failed`, and the others are done. */
export async function forEachItem<Item>(
  ctx: Pick<Ctx, "logError">,
  items: readonly Item[],
  idOf: (item: Item) => string,
  action: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await action(item)
    } catch (error) {
      ctx.logError("cron.item_failed", error, { item: idOf(item) })
    }
  }
}

/** Joins a time and an id into a place. */
export const timePlace = ({ at, id }: { at: number; id: string }): string => `${at}.${id}`

/** Reads what `timePlace` wrote; without a place, what is before everything. */
export function readTimePlace(place: Place): { at: number; id: string } {
  if (place === null) return { at: -1, id: "" }
  const dot = place.indexOf(".")
  return { at: Number(place.slice(0, dot)), id: place.slice(dot + 1) }
}
