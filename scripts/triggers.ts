import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { changesFrom, type SchemaObject, selectObjects } from "../app/db/triggers.ts"

// Prints what a new migration needs so that the database has the triggers, views and search indexes of app/db/triggers.ts.

const folder = new URL("../migrations/", import.meta.url)
const database = new DatabaseSync(":memory:")
for (const file of readdirSync(folder).sort())
  if (file.endsWith(".sql")) database.exec(readFileSync(new URL(file, folder), "utf8"))

const changes = changesFrom(database.prepare(selectObjects).all() as unknown as SchemaObject[])
if (changes.length === 0) console.error("The migrations make what app/db/triggers.ts says: nothing to add.")
else console.log(`${changes.join(";\n--> statement-breakpoint\n")};`)
