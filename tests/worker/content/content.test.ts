import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { fetchApp, fetchWith, fr, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"
import { elementsOf, headingOf, titleOf } from "../helpers/page"
import { DAY, insertFaq, insertPage } from "../helpers/rows"

const published = Date.parse("2026-09-03T10:00:00Z")

beforeAll(async () => {
  const long = ["One", "Two", "Three", "Four"].map((title) => `## ${title}\n\nText of ${title}.`).join("\n\n")
  await insertPage(
    { slug: "about" },
    { title: "About us", body: "Hello *you*." },
    { title: "À propos", body: "Bonjour." },
  )
  await insertPage(
    {
      slug: "legal/privacy",
      version: 3,
      publishedAt: published,
      createdAt: published,
      updatedAt: published + 10 * DAY,
    },
    { title: "Privacy", body: long },
  )
  await insertPage({ slug: "legal/terms" }, { title: "English only", body: "Terms." }, null)
  await insertPage({ slug: "legal/use", publishedAt: null }, { title: "A draft", body: "secret draft" })
  await insertPage(
    { slug: "legal/notice", publishedAt: Date.now() + DAY },
    { title: "Tomorrow", body: "secret future" },
  )
  await insertPage(
    { slug: "legal/cgu" },
    { title: "<script>alert(1)</script>", body: "<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1)) </script>" },
  )
  await insertFaq(
    { topic: "account" },
    { question: "How do I <b>cancel</b>?", answer: "Under **Billing**, see [terms](/legal/terms)." },
    { question: "Comment résilier ?", answer: "Sous **Facturation**." },
  )
  await insertFaq({ topic: "safety" }, { question: "Who reads my messages?", answer: "Nobody." })
  await insertFaq({ topic: "safety", published: false }, { question: "A hidden question", answer: "x" })
})

const read = async (path: string) => {
  const response = await fetchApp(path, await withAccess())
  // React separates its texts by comments.
  return { status: response.status, html: (await response.text()).replaceAll("<!-- -->", "") }
}

describe("a page that staff wrote", () => {
  test("a page by staff is shown in the reader's language, under its title", async () => {
    const en = await read("/about")
    expect([en.status, headingOf(en.html), titleOf(en.html)]).toEqual([200, "About us", "About us - Salon"])
    expect(en.html).toContain("Hello <em>you</em>.")
    expect(headingOf((await read(`${fr}/about`)).html)).toBe("À propos")
  })

  test("a legal page by staff shows its version and dates, and a long one a table of contents", async () => {
    const { html } = await read("/legal/privacy")
    expect(html).toContain("Version 3, in force since 3 September 2026. Last updated on 13 September 2026.")
    for (const name of ["one", "two", "three", "four"]) {
      expect(html).toContain(`href="#s-${name}"`)
      expect(html).toContain(`<h2 id="s-${name}">`)
    }
    expect(html).toContain('id="contents"')
    expect((await read("/about")).html).not.toContain('id="contents"')
  })

  test("an untranslated page by staff is shown in its own language, with a note", async () => {
    const { status, html } = await read(`${fr}/legal/terms`)
    expect(status).toBe(200)
    expect(html).toContain("pas encore traduit")
    const marked = (await elementsOf(html)).filter(({ attributes }) => attributes.lang === "en" && attributes.class)
    expect(marked.map(({ tag }) => tag)).toContain("h1")
  })

  test("an unpublished or unknown page by staff is not found", async () => {
    for (const path of [
      "/legal/use",
      "/legal/notice",
      "/legal/nothing",
      "/legal/about",
      "/legal/..%2Fabout",
      `/legal/${"x".repeat(10_000)}`,
    ]) {
      const { status, html } = await read(path)
      expect([path.slice(0, 20), status]).toEqual([path.slice(0, 20), 404])
      expect(html).not.toContain("secret")
    }
  })

  test("a page by staff runs no script that stands in its text", async () => {
    const { html } = await read("/legal/cgu")
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;")
    const elements = await elementsOf(html)
    expect(
      elements.filter(({ attributes }) => "onerror" in attributes || attributes.href?.startsWith("javascript")),
    ).toEqual([])
    expect(html.match(/<script>alert/g)).toBeNull()
  })

  test("a page by staff is cached for visitors until it is edited", async () => {
    await read("/about")
    takeLog("request")
    await read("/about")
    expect(takeLog("request").at(-1)?.cache).toBe("hit")
    await env.DB.prepare("UPDATE page_texts SET title = 'About all of us' WHERE title = 'About us'").run()
    expect(headingOf((await read("/about")).html)).toBe("About all of us")
    await env.DB.prepare("UPDATE page_texts SET title = 'About us' WHERE title = 'About all of us'").run()
  })
})

describe("the questions", () => {
  test("the questions are grouped by topic, each with an anchor, and none that is not published", async () => {
    const { status, html } = await read("/faq")
    expect([status, headingOf(html)]).toEqual([200, "Questions and answers"])
    expect(html).toContain("Your account")
    expect(html).toContain("How do I &lt;b&gt;cancel&lt;/b&gt;?")
    expect(html).not.toContain("A hidden question")
    const elements = await elementsOf(html)
    const ids = elements.flatMap(({ attributes }) => (attributes.id?.startsWith("q-") ? [attributes.id] : []))
    expect(ids).toHaveLength(2)
    for (const id of ids) expect(elements.some(({ attributes }) => attributes.href === `#${id}`)).toBe(true)
  })

  test("the questions are filtered by words in the address, and opened", async () => {
    const { html } = await read("/faq?q=BILLING")
    expect(html).toContain("1 question matches these words.")
    expect(html).not.toContain("Who reads my messages?</")
    expect((await elementsOf(html)).some(({ tag, attributes }) => tag === "details" && "open" in attributes)).toBe(true)
    expect((await read(`${fr}/faq?q=resilier`)).html).toContain("1 question contient ces mots.")
  })

  test.each(["%3Cscript%3Ealert(1)%3C/script%3E", "x".repeat(10_000), "%00", ".*", "%F0%9F%98%80"])(
    "the questions accept any words: %s",
    async (words) => {
      const { status, html } = await read(`/faq?q=${words}`)
      expect(status).toBe(200)
      expect(html).toContain("No question matches these words.")
      expect(html).not.toContain("<script>alert")
    },
  )
})

describe("the API", () => {
  const call = async (path: string) => {
    const response = await fetchApp(`/api${path}`, await withAccess())
    return { status: response.status, body: await response.json() }
  }

  test("the API returns a page by its slug, as Markdown and as safe HTML", async () => {
    expect(await call("/pages/about")).toMatchObject({
      status: 200,
      body: {
        slug: "about",
        title: "About us",
        locale: "en",
        markdown: "Hello *you*.",
        html: "<p>Hello <em>you</em>.</p>",
        version: 1,
      },
    })
    expect(await call("/pages/legal%2Fprivacy")).toMatchObject({
      status: 200,
      body: { slug: "legal/privacy", version: 3 },
    })
  })

  test("the API returns no page that is not published or does not exist", async () => {
    for (const slug of ["legal%2Fuse", "nothing", "..%2Fabout", "%3Cscript%3E"]) {
      expect(await call(`/pages/${slug}`)).toMatchObject({ status: 404, body: { code: "request.not_found" } })
    }
    expect(await call(`/pages/${"x".repeat(10_000)}`)).toMatchObject({
      status: 422,
      body: { code: "validation.failed" },
    })
  })

  test("the API lists the questions", async () => {
    const { status, body } = (await call("/faqs")) as {
      status: number
      body: { data: { topic: string }[]; next_cursor: null }
    }
    expect([status, body.data.map(({ topic }) => topic), body.next_cursor]).toEqual([200, ["account", "safety"], null])
    expect(body.data[0]).toMatchObject({
      html: '<p>Under <strong>Billing</strong>, see <a href="/legal/terms">terms</a>.</p>',
    })
  })

  test("the content API is behind the access gate, and not behind the age notice", async () => {
    expect((await fetchApp("/api/faqs")).status).toBe(403)
    expect((await fetchWith({ ACCESS_KEY: "" }, "/api/faqs")).status).toBe(200)
  })
})
