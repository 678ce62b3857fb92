import { afterEach, expect, test, vi } from "vitest"
import { startI18n } from "~/i18n/i18n.client"
import type { Translate } from "~/i18n/translate"

afterEach(() => {
  vi.restoreAllMocks()
})

test("the browser logs a warning of a missing text, by language and key, and shows its key", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue()
  const t = startI18n("fr", { common: { shell: { menu: "Menu" } } }).translator("common") as (
    ...[key]: [string] | Parameters<Translate>
  ) => string
  expect([t("shell.menu"), warn.mock.calls]).toEqual(["Menu", []])
  expect([t("shell.nothing"), warn.mock.calls]).toEqual([
    "common:shell.nothing",
    [["Missing translation: fr common:shell.nothing"]],
  ])
})
