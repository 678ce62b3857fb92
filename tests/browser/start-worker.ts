import { createHash } from "node:crypto"
import { cpSync, rmSync } from "node:fs"
import { hashPassword } from "../../app/domain/accounts/passwords/hash.server.ts"
import { paymentSettings, startPayments } from "../../scripts/lib/payments.ts"
import { emptyRegistry } from "../../scripts/lib/worker-registry.ts"
import { colleagueAccount } from "../../scripts/seed/accounts.ts"
import { openDatabase } from "../../scripts/seed/database.ts"
import { bundleWorker } from "../servers/process"
import {
  accessKey,
  bundle,
  chatters,
  copies,
  forgetful,
  keys,
  origins,
  pairs,
  payer,
  payers,
  paymentsPort,
  persistTo,
  port,
  registry,
  sqlPort,
  staleRoles,
  staleSession,
} from "./addresses"
import { startSite } from "./site"

/** Starts the built Worker over the demo's data, once for all browser tests; returns a function that stops it. */
export default async function start() {
  resetLimit()
  insertForgetful()
  reopenDesks()
  await insertChatters()
  await insertPayers()
  insertStaleSessions()
  deleteImpersonations()
  const payments = paymentSettings({}, paymentsPort)
  const stopPayments = await startPayments(persistTo, payments, port)
  copyDatabase()
  const domains = Object.entries(origins).map(([code, domain]) => ({ code, domain }))
  await bundleWorker("worker/index.ts", bundle)
  const vars = {
    ACCESS_KEY: accessKey,
    LOCALE_DOMAINS: JSON.stringify(domains),
    ...keys,
    ...payments,
    TRANSLATOR: "workers-ai",
  }
  emptyRegistry(registry)
  const server = await startSite({ port, persistTo, vars, sqlPort })
  return async () => {
    await server.kill()
    await stopPayments()
  }
}

/** Clears the limits, so that the sign-ins of the previous run do not count against this one. */
function resetLimit(): void {
  rmSync(`${persistTo}/v3/do/salon-RateLimiter`, { recursive: true, force: true })
}

/** Puts what the demo has at the desks of the back office back to where it began: a run decides about it. */
function reopenDesks(): void {
  const db = openDatabase(persistTo)
  db.exec(`UPDATE applications SET state = 'submitted', version = 1, note = NULL, staff_id = NULL, decided_at = NULL
      WHERE email IN ('apolline@example.org', 'tobias@example.org');
    DELETE FROM identity_acts WHERE check_id IN (SELECT id FROM identity_checks WHERE provider = 'staff');
    UPDATE identity_checks SET status = 'pending', first_reviewer = NULL, second_reviewer = NULL WHERE provider = 'staff'`)
  db.close()
}

/** Inserts members who have forgotten their password, in each language, with an empty mailbox. */
function insertForgetful(): void {
  const db = openDatabase(persistTo)
  for (const code of Object.keys(origins)) {
    const email = forgetful(code)
    db.prepare("DELETE FROM users WHERE email = ?").run(email)
    db.prepare("DELETE FROM outbox_emails WHERE recipient = ?").run(email)
    db.prepare(
      "INSERT INTO users (id, email, name, locale, created_at, updated_at) VALUES (?, ?, 'Ada Lovelace', ?, 0, 0)",
    ).run(crypto.randomUUID(), email, code)
  }
  db.close()
}

function copyDatabase(): void {
  for (const folder of Object.values(copies)) {
    rmSync(folder, { recursive: true, force: true })
    cpSync(`${persistTo}/v3/d1`, `${folder}/v3/d1`, { recursive: true })
  }
}

/** Inserts a premium member and the owner of a profile, for each pair that chats. */
async function insertChatters(): Promise<void> {
  const hash = await hashPassword(chatters.password)
  const db = openDatabase(persistTo)
  const insertUser = db.prepare(
    `INSERT OR IGNORE INTO users (id, email, name, password_hash, locale, created_at, updated_at)
     VALUES (?, ?, ?, ?, 'en', 0, 0)`,
  )
  const insertPlan = db.prepare(
    `INSERT OR IGNORE INTO subscriptions (id, user_id, type, stripe_id, stripe_status, created_at, updated_at)
     VALUES (?, ?, 'premium', ?, 'active', 0, 0)`,
  )
  const changeOwner = db.prepare(
    "UPDATE users SET email = ?, password_hash = ?, locale = 'fr' WHERE id = (SELECT owner_id FROM profiles WHERE slug = ?)",
  )
  const all = [
    { ...chatters, id: "chat-asker" },
    ...Object.entries(pairs).map(([id, pair]) => ({ ...pair, id: `${id}-asker` })),
  ]
  for (const { id, requester, name, owner, slug } of all) {
    insertUser.run(id, requester, name, hash)
    insertPlan.run(id, id, `sub_${id}`)
    changeOwner.run(owner, hash, slug)
  }
  db.close()
}

/** Replaces the members of the billing tests: two for each test and language, whose trial is over. */
async function insertPayers(): Promise<void> {
  const hash = await hashPassword(chatters.password)
  const db = openDatabase(persistTo)
  const deleteUser = db.prepare("DELETE FROM users WHERE email = ?")
  const insertUser = db.prepare(
    "INSERT INTO users (id, email, name, password_hash, locale, created_at, updated_at) VALUES (?, ?, 'Ada', ?, ?, 0, 0)",
  )
  const insertTrial = db.prepare(
    `INSERT INTO subscriptions (id, user_id, type, stripe_id, stripe_status, trial_ends_at, ends_at, created_at, updated_at)
     VALUES (?, ?, 'premium', ?, 'canceled', 1, 1, 0, 0)`,
  )
  for (const code of Object.keys(origins)) {
    for (const [name, attempt] of payers.flatMap((name) => [0, 1].map((attempt) => [name, attempt] as const))) {
      // Another id in each run: the provider would recognise the customer of the last one.
      const [id, email] = [crypto.randomUUID(), payer(name, code, attempt)]
      deleteUser.run(email)
      insertUser.run(id, email, hash, code)
      insertTrial.run(id, id, `sub_former_${id}`)
    }
  }
  db.close()
}

/** Inserts sessions of staff who logged in eleven minutes ago. */
function insertStaleSessions(): void {
  const db = openDatabase(persistTo)
  const at = Date.now() - 11 * 60_000
  for (const [role, attempt] of staleRoles.flatMap((role) => [0, 1].map((attempt) => [role, attempt] as const))) {
    const { email } = colleagueAccount(role)
    const [id, token] = [`stale-${role}-${attempt}`, staleSession(role, attempt)]
    db.prepare("DELETE FROM sessions WHERE family_id = ?").run(id)
    db.prepare(
      `INSERT INTO sessions (id, token_hash, user_id, kind, family_id, user_agent, last_used_at, confirmed_at, expires_at, created_at, updated_at)
       SELECT ?, ?, id, 'web', ?, 'test', ?, ?, ?, ?, ? FROM users WHERE email = ?`,
    ).run(id, createHash("sha256").update(token).digest("hex"), id, at, at, at + 86_400_000, at, at, email)
  }
  db.close()
}

/** Ends what a run left open; members read how often their account was seen. */
function deleteImpersonations(): void {
  const db = openDatabase(persistTo)
  db.exec("DELETE FROM impersonations")
  db.close()
}
