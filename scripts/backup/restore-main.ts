import { parseArgs } from "node:util"
import { catchUp, restore } from "./restore.ts"
import { runCommand, siteFlags, siteHelp, withSite } from "./site.ts"

const help = `npm run restore -- FOLDER [flags]: loads a backup into an empty, migrated database and its objects, and compares
npm run restore -- --catch-up TIME [flags]: after a restore by Time Travel to that time

Both then repeat the erasures since and list the conversations begun since. Interrupted, run it again. A deployment
needs RESTORE = "on" under [vars] meanwhile, which closes the site.

${siteHelp}`

const report = (line: string) => console.log(line)

runCommand(async () => {
  const options = { ...siteFlags, "catch-up": { type: "string" } } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [folder] = positionals
  const since = values["catch-up"]
  if (values.help || (!folder && !since)) {
    console.log(help)
    process.exitCode = values.help ? 0 : 1
    return
  }
  if (since && Number.isNaN(Date.parse(since))) throw new Error("--catch-up takes a time such as 2026-11-20T12:00:00Z.")
  await withSite(values, { RESTORE: since ? "off" : "on" }, async (call) => {
    if (since || !folder) return catchUp(call, Date.parse(since ?? ""), report)
    const { different, leftOut, missingFiles } = await restore(call, folder, report)
    for (const { name, rows, restored } of different)
      console.log(`${name}: ${rows} rows, now ${restored}: not the same`)
    if (leftOut > 0) console.log(`${leftOut} rows belong to rows that were deleted while the backup ran.`)
    for (const key of missingFiles) console.log(`missing in the bucket: ${key}`)
    if (different.length === 0) console.log("Every table, room and channel is as it was.")
    process.exitCode = different.length === 0 && missingFiles.length === 0 ? 0 : 1
  })
})
