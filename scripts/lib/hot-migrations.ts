import { existsSync, readdirSync, readFileSync, watch } from "node:fs"
import { join } from "node:path"
import { bare, statementsOf } from "./sql.ts"

interface Watched {
  db: D1Database
  /** The folder of the migrations. */
  folder: string
  /** The folder of the local database, for what is printed. */
  persistTo: string
  /** Called after a migration has been applied. */
  onApplied: () => void
}

/** Applies a migration as soon as its file is saved, and prints what became of it. Returns a function that ends this. */
export async function watchMigrations({ db, folder, persistTo, onApplied }: Watched): Promise<() => void> {
  const applied = new Map<string, string[]>()
  /** The latest text of each file, and whether it is applied or was refused as edited. */
  const seen = new Map<string, { text: string; isDone: boolean }>()
  const startAgain = `To start with a new database, stop this, delete ${persistTo}, and start it again.`
  await readApplied()

  /** Reads which migrations wrangler's table lists; their files are taken to be as they were applied. */
  async function readApplied(): Promise<void> {
    const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>()
    for (const { name } of results) {
      const file = join(folder, name)
      if (!applied.has(name) && existsSync(file)) applied.set(name, statementsOf(readFileSync(file, "utf8")))
    }
  }

  async function applyNew(): Promise<void> {
    await readApplied()
    for (const name of readdirSync(folder).sort()) {
      if (!name.endsWith(".sql")) continue
      const text = readFileSync(join(folder, name), "utf8")
      const known = seen.get(name)
      if (known?.text === text) {
        if (known.isDone) continue
        return
      }
      const statements = statementsOf(text)
      const missing = missingStatements(applied.get(name), statements)
      if (missing === "edited") {
        console.error(
          `${folder}/${name} was applied before it was edited, and is not applied again: write another one. ${startAgain}`,
        )
      }
      const isDone = missing === "edited" || missing.length === 0 || (await apply(name, statements, missing))
      seen.set(name, { text, isDone })
      // As wrangler does: no later one before it.
      if (!isDone) return
    }
  }

  async function apply(name: string, statements: string[], missing: string[]): Promise<boolean> {
    const record = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name)
    try {
      await db.batch([...missing.map((sql) => db.prepare(sql)), ...(applied.has(name) ? [] : [record])])
    } catch (error) {
      const reason = String(error).replace(/^(Error: |D1_ERROR: )+/, "")
      const hint = /already exists|duplicate column/.test(reason) ? ` ${startAgain}` : ""
      console.error(`${folder}/${name} failed, and nothing of it was applied: ${reason}.${hint}`)
      return false
    }
    applied.set(name, statements)
    console.log(`${folder}/${name} applied (${missing.length} ${missing.length === 1 ? "statement" : "statements"})`)
    onApplied()
    return true
  }

  // Migrations follow each other: a save is several events, and an editor may write a file in parts.
  let work = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      work = work.then(applyNew).catch((error) => console.error(`${folder} could not be applied:`, error))
    }, 100)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/**
 * Returns the statements that a migration has beyond those applied already, which triggers appended to it are, or
 * "edited" if one of those applied has changed.
 */
export function missingStatements(applied: string[] = [], statements: string[]): string[] | "edited" {
  const isSame = applied.every((statement, index) => bare(statement) === bare(statements[index] ?? ""))
  return isSame ? statements.slice(applied.length) : "edited"
}
