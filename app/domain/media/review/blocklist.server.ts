import { always } from "~/db/statements/conditions"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireStaff, requireStaffProof } from "../../core/actor/guards"
import { auditEntry } from "../../core/audit/entries.server"
import type { Ctx } from "../../core/context"
import * as queries from "../uploads/hash-queries.server"
import type { BlockedHashForm } from "./schema"

const maxShown = 500

/** Lists the latest entries of the blocklist, for staff. Throws what `requireStaff` does. */
export async function listBlockedHashes(ctx: Ctx): Promise<queries.BlockedHash[]> {
  requireStaff(ctx, "hashes.write")
  return queries.findBlockedHashes(ctx.db, maxShown)
}

/** Adds a hash to the blocklist, which is compared with every later upload. Throws what `requireStaffProof` does. */
export async function addBlockedHash(ctx: Ctx, form: BlockedHashForm): Promise<void> {
  requireStaffProof(ctx, "hashes.write")
  const now = ctx.now()
  const { list, note } = form
  const [sha256, pdq] = "sha256" in form ? [form.sha256, null] : [null, form.pdq]
  const id = newId(now)
  await ctx.db.batch([
    queries.insertBlockedHash(ctx.db, { id, list, note, sha256, pdq, createdAt: now }),
    auditEntry(ctx, { action: "hash.block", target: { kind: "hash", id }, details: { list } }, always),
  ])
}

/** Removes a hash from the blocklist. Throws what `requireStaffProof` does, and `request.not_found`. */
export async function removeBlockedHash(ctx: Ctx, id: string): Promise<void> {
  requireStaffProof(ctx, "hashes.write")
  const [deleted] = await ctx.db.batch([
    queries.deleteBlockedHash(ctx.db, id),
    auditEntry(ctx, { action: "hash.unblock", target: { kind: "hash", id } }),
  ])
  if (deleted.meta.changes === 0) throw new AppError("request.not_found")
}
