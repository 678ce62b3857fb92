import { always } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import type { Ctx } from "../../core/context"
import type { StoredSubject } from "../../decisions/cases/queries.server"
import { reportOwn } from "../../decisions/cases/report-queries.server"
import { hashPicture, sha256Of } from "../pictures/hash-picture.server"
import { reportOfMatch } from "./match-queries.server"

/** A picture that is used as soon as it is uploaded, without a review: an avatar, or one of an application. */
interface Screened {
  /** The file, and what of it is shown. */
  bytes: Uint8Array<ArrayBuffer>
  shown: Uint8Array<ArrayBuffer>
  /** The address of what it was uploaded to, for staff. */
  about: string
  /** The member who uploaded it; null for a guest, whose case is about `about`. */
  userId: string | null
}

/**
 * Compares a picture with the blocklists before it is stored (trust-safety R12). Returns whether it may be used: not if it cannot be read,
 * nor after a match, which is reported to staff as P0 and looks like a broken file to the uploader. The picture itself is stored nowhere;
 * the report names its hash.
 */
export async function isUsable(ctx: Ctx, { bytes, shown, about, userId }: Screened): Promise<boolean> {
  const hashes = await Promise.all([hashPicture(ctx.images, shown), hashPicture(ctx.images, bytes)])
  const sha256 = await sha256Of(bytes)
  for (const pdq of hashes) {
    if (!pdq) return false
    const match = await ctx.hashes.match({ sha256, pdq: pdq.hash, quality: pdq.quality })
    if (match) {
      await report(ctx, { ...match, sha256, about, userId })
      return false
    }
  }
  return true
}

interface Found extends Pick<Screened, "about" | "userId"> {
  list: string
  distance: number
  sha256: string
}

async function report(ctx: Ctx, { about, userId, sha256, ...match }: Found): Promise<void> {
  const now = ctx.now()
  const id = newId(now)
  const subject: StoredSubject =
    userId === null
      ? { kind: "address", id: about, userId: null, profileId: null }
      : { kind: "member", id: userId, userId, profileId: null }
  const { category, priority, details } = reportOfMatch(match)
  const text = `${details}; SHA-256 of the file: ${sha256}`
  await ctx.db.batch(reportOwn(ctx.db, { id, category, priority, subject, about, details: text }, always, now))
}
