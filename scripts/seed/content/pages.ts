import { readFileSync } from "node:fs"
import * as z from "zod"
import { typesetEnglish, typesetFrench } from "../texts/fragments.ts"
import { Pair, readData } from "../texts/schema.ts"
import pageTitles from "./page-titles.json" with { type: "json" }

/** By slug. */
const titles = readData("content/page-titles.json", z.record(z.string(), Pair), pageTitles)

export interface PageContent {
  slug: string
  texts: { locale: "en" | "fr"; title: string; body: string }[]
}

/** Whose pages: the demonstration's, or a deployment's by where it keeps its data. */
export type Edition = "demo" | "eu" | "anywhere"

/** The pages of an edition. Their Markdown lies beside this file, named for the last part of the slug. */
export function readPages(edition: Edition): PageContent[] {
  const bodyOf = (slug: string, locale: string) => partsFor(edition, readBody(slug, locale))
  return Object.entries(titles).map(([slug, { en, fr }]) => ({
    slug,
    texts: [
      { locale: "en", title: en, body: typesetEnglish(bodyOf(slug, "en")) },
      { locale: "fr", title: typesetFrench(fr), body: typesetFrench(bodyOf(slug, "fr")) },
    ],
  }))
}

/** Keeps the blocks `:::name … :::` of an edition; `deployed` is every one but the demonstration's. */
function partsFor(edition: Edition, text: string): string {
  return text.replace(/^:::(\w+)\n([\s\S]*?)^:::\n?/gm, (_, name: string, block: string) =>
    name === edition || (name === "deployed" && edition !== "demo") ? block : "",
  )
}

function readBody(slug: string, locale: string): string {
  return readFileSync(new URL(`${slug.split("/").at(-1)}.${locale}.md`, import.meta.url), "utf8")
}
