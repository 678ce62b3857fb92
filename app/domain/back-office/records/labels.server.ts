import { translator } from "~/i18n/i18n.server"
import type { Translate } from "~/i18n/translate"
import type { Text } from "./schema"

type Values = Parameters<Translate<"records">>[1]

/** Returns a text of the namespace `records` in each language, looked up when it is read. Only the server has them all. */
export function t(key: Parameters<Translate<"records">>[0], values?: Values): Text {
  return {
    get en() {
      return translator("en", "records")(key, values)
    },
    get fr() {
      return translator("fr", "records")(key, values)
    },
  }
}
