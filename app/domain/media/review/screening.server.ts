import { always } from "~/db/statements/conditions"
import { newId } from "~/lib/id"
import type { Ctx } from "../../core/context"
import type { StoredSubject } from "../../decisions/cases/queries.server"
import { type OwnReport, reportOwn } from "../../decisions/cases/report-queries.server"
import { hashPicture, sha256Of } from "../pictures/hash-picture.server"
import { pdqMinQuality } from "../pictures/pdq"
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
 * Compares a picture with the blocklists before it is stored (trust-safety R12). Returns whether it may be used: `no` if it cannot be read,
 * or after a match, which is reported to staff as P0 and looks like a broken file to the uploader; the picture itself is stored nowhere,
 * and the report names its hash. `unsure`: of low quality, compared by its file alone, so that people are to look at it.
 */
export async function screen(ctx: Ctx, { bytes, shown, about, userId }: Screened): Promise<"yes" | "no" | "unsure"> {
  const hashes = await Promise.all([hashPicture(ctx.images, shown), hashPicture(ctx.images, bytes)])
  const sha256 = await sha256Of(bytes)
  for (const pdq of hashes) {
    if (!pdq) return "no"
    const match = await ctx.hashes.match({ sha256, pdq: pdq.hash, quality: pdq.quality })
    if (match) {
      await reportMatch(ctx, { ...match, sha256, about, userId })
      return "no"
    }
  }
  const [hash] = hashes
  return hash && hash.quality >= pdqMinQuality ? "yes" : "unsure"
}

/** Reports an avatar of low quality to staff, who look at it at its address: the first of them opens a case about its member. */
export async function reportUnsure(ctx: Ctx, { userId, path }: { userId: string; path: string }): Promise<void> {
  const details = "Avatar of low quality: the blocklists were compared with its file alone"
  await report(ctx, { category: "terms", priority: "P3", about: path, userId, details })
}

interface Found extends Pick<Screened, "about" | "userId"> {
  list: string
  distance: number
  sha256: string
}

async function reportMatch(ctx: Ctx, { about, userId, sha256, ...match }: Found): Promise<void> {
  const { details, ...kind } = reportOfMatch(match)
  await report(ctx, { ...kind, about, userId, details: `${details}; SHA-256 of the file: ${sha256}` })
}

interface Finding extends Pick<OwnReport, "category" | "priority">, Pick<Screened, "about" | "userId"> {
  details: string
}

async function report(ctx: Ctx, { userId, ...found }: Finding): Promise<void> {
  const now = ctx.now()
  const id = newId(now)
  const subject: StoredSubject =
    userId === null
      ? { kind: "address", id: found.about, userId: null, profileId: null }
      : { kind: "member", id: userId, userId, profileId: null }
  await ctx.db.batch(reportOwn(ctx.db, { id, ...found, subject }, always, now))
}
