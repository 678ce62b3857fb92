import { parseArgs } from "node:util"
import { backUp } from "./back-up.ts"
import { runCommand, siteFlags, siteHelp, withSite } from "./site.ts"

const help = `npm run backup -- FOLDER [flags]: writes a backup of the database, of the rooms and channels, and of the bucket's list,
encrypted with the operator's key. Interrupted, it goes on in the same folder. The bucket's files are not in it.

${siteHelp}`

runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: siteFlags })
  const [folder] = positionals
  if (values.help || !folder) {
    console.log(help)
    process.exitCode = values.help ? 0 : 1
    return
  }
  await withSite(values, {}, async (call) => {
    const { id, parts, sums } = await backUp(call, folder, console.log)
    const rows = sums.reduce((all, sum) => all + sum.rows, 0)
    console.log(`${id}: ${rows} rows in ${parts.length} parts. Without the key nobody can read it.`)
  })
})
