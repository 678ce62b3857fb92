import { tableSources } from "~/db/table-sources"

/** The sources of a backup by name, in the order in which they are read. */
export const sourceNames: readonly string[] = [...tableSources.map(({ table }) => table), "rooms", "channels", "files"]
