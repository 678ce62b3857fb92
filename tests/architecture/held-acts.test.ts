import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

const routes = filesOf("app/routes/**/*.{ts,tsx}").map((file) => ({ file, source: textOf(file) }))
const withAction = routes.filter(({ source }) => /^export (const|async function|function) action\b/m.test(source))

test("each page's action has the wrapper that keeps a form until its sender re-authenticates", () => {
  expect(withAction.length).toBeGreaterThan(60)
  const bare = withAction.filter(({ source }) => !/^export const action = with(Context|Staff)\(/m.test(source))
  expect(bare.map(({ file }) => file)).toEqual([])
})

test("no page reads its form by itself: the wrapper could not read it again", () => {
  const own = routes.filter(({ source }) => /request\.(formData|text|json|arrayBuffer|blob)\(/.test(source))
  expect(own.map(({ file }) => file)).toEqual([])
})
