import { newId } from "~/lib/id"
import type { Ctx } from "../../core/context"
import { forEachItem, type Place, placeAfter } from "../../core/shared/lane"
import { deleteMediaFiles, deleteOriginal } from "../files.server"
import { rejectedLifetime, removedLifetime } from "../states"
import { deleteMediaItem, findOriginalsDue, findStale, findUploadKeys } from "../uploads/processing-queries.server"
import { originalLifetime, orphanAge, processingLease } from "./policy"

const atOnce = 100
const filesAtOnce = 500
/** Uploads waiting longer than this have probably lost their job, ms. */
const lostAfter = 5 * 60_000

/** Enqueues the processing of photos whose job was lost or whose worker died; runs every five minutes. */
export async function requeuePhotos(ctx: Pick<Ctx, "db" | "now" | "enqueueJob">, place: Place = null): Promise<Place> {
  const { state, after } = readStatePlace(unprocessed, place)
  const before = ctx.now() - (state === "uploaded" ? lostAfter : processingLease + 60_000)
  const ids = await findStale(ctx.db, { state, before, now: ctx.now(), after, limit: atOnce })
  for (const id of ids) ctx.enqueueJob({ kind: "media", mediaId: id })
  return statePlaceAfter(unprocessed, state, ids)
}

/** Deletes the originals of photos that were approved a week ago, nightly. */
export async function sweepOriginals(
  ctx: Pick<Ctx, "db" | "now" | "files" | "logError">,
  place: Place = null,
): Promise<Place> {
  const due = await findOriginalsDue(ctx.db, ctx.now() - originalLifetime, place ?? "", atOnce)
  await forEachItem(
    ctx,
    due,
    (id) => id,
    (id) => deleteOriginal(ctx, id),
  )
  return placeAfter(due, atOnce, (id) => id)
}

/** Deletes the rows of removed and rejected media whose time is over, with what is left of their files, nightly. */
export async function sweepMedia(
  ctx: Pick<Ctx, "db" | "now" | "files" | "logError">,
  place: Place = null,
): Promise<Place> {
  const { state, after } = readStatePlace(ended, place)
  const before = ctx.now() - (state === "deleted" ? removedLifetime : rejectedLifetime)
  const ids = await findStale(ctx.db, { state, before, now: ctx.now(), after, limit: atOnce })
  await forEachItem(
    ctx,
    ids,
    (id) => id,
    async (id) => {
      await deleteMediaFiles(ctx, id)
      await deleteMediaItem(ctx.db, id)
    },
  )
  return statePlaceAfter(ended, state, ids)
}

const originals = "uploads/"

/** Deletes originals without a row, nightly: their upload was cut off, or their row is gone. */
export async function sweepOrphans(ctx: Pick<Ctx, "db" | "files" | "now">, place: Place = null): Promise<Place> {
  const idOf = (key: string) => key.slice(key.lastIndexOf("/") + 1)
  // Ids are ordered by time.
  const youngest = newId(ctx.now() - orphanAge)
  const keys = await ctx.files.listAfter(originals, place ?? originals, filesAtOnce)
  const old = keys.filter((key) => idOf(key) < youngest)
  if (old.length > 0) {
    const known = await findUploadKeys(ctx.db, old.map(idOf))
    await ctx.files.delete(old.filter((key) => !known.has(key)))
  }
  return placeAfter(keys, filesAtOnce, (key) => key)
}

type MediaState = Parameters<typeof findStale>[1]["state"]

/** States that a step goes through one after the other. */
const unprocessed = ["uploaded", "processing", "ready"] as const
const ended = ["deleted", "rejected"] as const

/** Reads the place of a step that goes through states: a state and the last id in it. */
function readStatePlace<State extends MediaState>(states: readonly [State, ...State[]], place: Place) {
  const [name = "", after = ""] = (place ?? "").split(" ")
  return { state: states.find((one) => one === name) ?? states[0], after }
}

/** Returns where such a step goes on: after the page's last id, else at the next state. */
function statePlaceAfter<State extends MediaState>(
  states: readonly State[],
  state: State,
  ids: readonly string[],
): Place {
  const next = states[states.indexOf(state) + 1]
  return placeAfter(ids, atOnce, (id) => `${state} ${id}`) ?? (next === undefined ? null : `${next} `)
}
