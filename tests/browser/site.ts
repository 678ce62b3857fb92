import { join } from "node:path"
import { type ServerProcess, startServer } from "../servers/process"
import { bundle, registry } from "./addresses"

interface Site {
  port: number
  /** The folder of its data. */
  persistTo: string
  vars: Record<string, string>
  sqlPort?: number
}

/** Starts the built Worker with its pages' files. */
export function startSite({ port, persistTo, vars, sqlPort }: Site): Promise<ServerProcess> {
  return startServer({
    vars: { APP_ENV: "test", MAIL_ADAPTER: "mailbox", ...vars },
    bundle,
    port,
    persistTo,
    sqlPort,
    registry,
    hasAssets: true,
    errorLog: join(persistTo, "errors.log"),
  })
}
