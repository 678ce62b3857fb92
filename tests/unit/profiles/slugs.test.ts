import { expect, test } from "vitest"
import { fieldProblem } from "~/domain/profiles/content/fields"
import routes from "../../../app/routes"

interface Route {
  path?: string
  children?: Route[]
}

test("no profile can have the address of another page below the listing", () => {
  const paths = (all: Route[]): string[] => all.flatMap(({ path = "", children = [] }) => [path, ...paths(children)])
  const taken = paths(routes as Route[]).flatMap((path) => /^escorts\/([a-z]+)/.exec(path)?.[1] ?? [])
  expect(taken).toContain("in")
  for (const slug of taken) expect([slug, fieldProblem("slug", slug)]).not.toEqual([slug, null])
  expect(fieldProblem("slug", "ines")).toBeNull()
})
