import { basename, dirname } from "node:path"
import { describe, expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

const code = filesOf("{app,worker,party}/**/*.{ts,tsx}")
/** A larger folder has more than one subject. */
const maxFiles = 15
/** As many as a reader can look over: the districts of the domain. */
const maxFolders = 16

describe("files", () => {
  test("a file has 500 lines at most", () => {
    const long = filesOf("{app,worker,party,packages,scripts}/**/*.{ts,tsx,mjs}")
      .map((file) => ({ file, lines: textOf(file).split("\n").length - 1 }))
      .filter(({ lines }) => lines > 500)
    expect(
      long,
      "From 400 on ask whether it has two subjects, and divide it by subject; never squeeze it (design 2).",
    ).toEqual([])
  })

  test("a file name is in kebab-case", () => {
    const odd = code.filter((file) => !/^([a-z0-9-]+\/)+[a-z0-9-]+(\.(server|client|d))?\.tsx?$/.test(file))
    expect(odd, "Name it in lower case with hyphens.").toEqual([])
  })

  test("no file has a TODO or a skipped test", () => {
    const marks = /\b(TODO|FIXME|XXX)\b|\b(test|describe|it)\.(skip|only|todo)\b/
    const files = filesOf("{app,worker,party,packages,scripts,tests}/**/*.{ts,tsx,mjs}")
    const marked = files.filter((file) => file !== "tests/architecture/folders.test.ts" && marks.test(textOf(file)))
    expect(marked, "Do it, or write it down where work is planned.").toEqual([])
  })
})

/** Counts the files by key. */
function countBy(files: string[], keyOf: (file: string) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(keyOf(file), (counts.get(keyOf(file)) ?? 0) + 1)
  return counts
}

/** A folder, and those around it. */
function ancestorsOf(folder: string): string[] {
  const parts = folder.split("/")
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"))
}

describe("folders", () => {
  test(`a folder has ${maxFiles} files at most`, () => {
    const full = [...countBy(code, dirname)].filter(([, count]) => count > maxFiles)
    expect(full, "Split it by subject, not by technical kind.").toEqual([])
  })

  test(`a folder has ${maxFolders} folders at most`, () => {
    const folders = new Set(code.flatMap((file) => ancestorsOf(dirname(file))))
    const full = [...countBy([...folders], dirname)].filter(([, count]) => count > maxFolders)
    expect(full, "Put what belongs to one subject into a folder of its own.").toEqual([])
  })

  /** Parts of the code whose file names are unique. The domain's nouns share file names on purpose. */
  const floors = [
    "app/browser",
    "app/features",
    "app/i18n",
    "app/lib",
    "app/remix",
    "app/routes",
    "app/ui",
    "party",
    "worker",
  ]

  test.each(floors)("no two files below %s have the same name", (floor) => {
    const names = countBy(
      code.filter((file) => file.startsWith(`${floor}/`)),
      (file) => basename(file),
    )
    expect(names.size).toBeGreaterThan(0)
    expect([...names].filter(([, count]) => count > 1)).toEqual([])
  })

  test("no folder is called utils, helpers, common or misc", () => {
    expect(code.filter((file) => /\/(utils?|helpers?|common|misc)(\/|\.)/.test(file))).toEqual([])
  })
})
