import { beforeAll, describe, expect, test } from "vitest"
import { faqs } from "../../../scripts/seed/content/faqs"
import { fetchApp, signedIn, withAccess } from "../helpers/app"
import { insertPage, insertUser } from "../helpers/rows"

/** The pages' Markdown, by path. */
const pages: Record<string, string> = import.meta.glob("../../../scripts/seed/content/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
})
const answers = faqs.flatMap(({ answer }) => Object.values(answer))
const links = [...Object.values(pages), ...answers].flatMap((text) =>
  [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, to]) => to),
)

beforeAll(async () => {
  const slugs = new Set(Object.keys(pages).map((path) => /(\w+)\.\w+\.md$/.exec(path)?.[1] ?? ""))
  for (const name of slugs)
    await insertPage({ slug: name === "about" ? name : `legal/${name}` }, { title: name, body: "…" })
})

describe("the initial pages", () => {
  test("the initial pages link to pages of the app", () => {
    expect(links.length).toBeGreaterThan(20)
    for (const link of links) expect(link).toMatch(/^\/[a-z]/)
  })

  test.each([...new Set(links)])(
    "the initial pages link to a page that exists, for visitors and members: %s",
    async (link = "") => {
      for (const init of [await withAccess(), await signedIn(await insertUser())]) {
        let response = await fetchApp(link, init)
        const to = response.headers.get("Location")
        if (to) response = await fetchApp(to, init)
        expect(response.status).toBe(200)
      }
    },
  )
})
