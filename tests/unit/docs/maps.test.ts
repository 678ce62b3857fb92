import { basename } from "node:path"
import { expect, test } from "vitest"
import { filesOf, textOf } from "../../architecture/helpers/sources"

const code = filesOf("{app,worker,party,packages,scripts,tests,migrations}/**/*")

test("every file and folder that the page of the architecture names is there", () => {
  const named = [...textOf("docs/architecture.md").matchAll(/`([\w./-]*(?:\/|\.tsx?)[\w./-]*)`/g)].map(
    ([, path = ""]) => path.replace(/\/$/, ""),
  )
  expect(named.length).toBeGreaterThan(40)
  const isThere = (path: string) =>
    code.some((file) => `/${file}`.endsWith(`/${path}`) || `/${file}`.includes(`/${path}/`))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

test("the list of decisions names each by its title", () => {
  const list = textOf("docs/decisions/README.md")
  const decisions = filesOf("docs/decisions/2*.md")
  const missing = decisions.filter((file) => {
    const [title = ""] = textOf(file).split("\n")
    return !list.includes(`- [${title.slice(2)}](${basename(file)})`)
  })
  expect([decisions.length > 100, missing]).toEqual([true, []])
})
