import { join } from "node:path"
import { type ServerProcess, startServer } from "../servers/process"
import { bundle, registry } from "./addresses"

/** Starts the built Worker with its pages' files on `port`, over the data below `persistTo`. */
export function startSite(port: number, persistTo: string, vars: Record<string, string>): Promise<ServerProcess> {
  return startServer({
    vars: { APP_ENV: "test", MAIL_ADAPTER: "mailbox", ...vars },
    bundle,
    port,
    persistTo,
    registry,
    hasAssets: true,
    errorLog: join(persistTo, "errors.log"),
  })
}
