import { createSettingsCache } from "~/domain/core/settings/settings-cache.server"
import { logLine } from "../middleware/request-log"

/** This isolate's copy of the settings. */
export const settingsCache = createSettingsCache((event, details) => logLine("warn", event, details))
