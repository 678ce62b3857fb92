import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Promises that texts may make only once they are kept: the words, and the file of the route that keeps them. */
const promises: { words: RegExp; keptBy: string }[] = [
  { words: /\bappeals?\b|\bfaire appel\b|\bfaites appel\b/i, keptBy: "app/routes/**/*appeal*" },
  { words: /\bin confidence\b|\ben confidence\b/i, keptBy: "app/routes/**/*{confidential,help}*" },
  { words: /\bask and I will open\b|demandez-moi l'accès/i, keptBy: "app/routes/**/*access-request*" },
  {
    words: /(change|pause|withdraw) your profile, (contact us|write to us)|retirer votre profil, écrivez-nous/i,
    keptBy: "never: owners do it themselves",
  },
]

const texts = globSync(["app/i18n/locales/{en,fr}/*.json", "scripts/seed/content/*.md", "scripts/seed/**/*.{json,ts}"])
  .filter((path) => !/\/admin[\w-]*\.json$/.test(path))
  .map((path) => ({ path, lines: readFileSync(path, "utf8").split("\n") }))

test.each(promises)("no text promises $words before it is built", ({ words, keptBy }) => {
  expect(texts.length).toBeGreaterThan(80)
  if (globSync(keptBy).length > 0) return
  const found = texts.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) => (words.test(line) ? `${path}:${at + 1}: ${line.trim().slice(0, 120)}` : [])),
  )
  expect(found).toEqual([])
})
