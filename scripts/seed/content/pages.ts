import { readFileSync } from "node:fs"
import { type Pair, typesetEnglish, typesetFrench } from "../texts/fragments.ts"

const titles: Record<string, Pair> = {
  about: ["About Salon", "À propos de Salon"],
  "legal/cgu": ["Terms of use", "Conditions générales d'utilisation"],
  "legal/notice": ["Legal notice", "Mentions légales"],
  "legal/privacy": ["Privacy", "Vie privée"],
  "legal/terms": ["Membership terms", "Conditions d'adhésion"],
  "legal/use": ["Community rules", "Règles d'usage"],
}

export interface PageContent {
  slug: string
  texts: { locale: "en" | "fr"; title: string; body: string }[]
}

/** The pages of the demo. Their Markdown lies beside this file, named for the last part of the slug. */
export function readPages(): PageContent[] {
  return Object.entries(titles).map(([slug, [en, fr]]) => ({
    slug,
    texts: [
      { locale: "en", title: en, body: typesetEnglish(readBody(slug, "en")) },
      { locale: "fr", title: typesetFrench(fr), body: typesetFrench(readBody(slug, "fr")) },
    ],
  }))
}

function readBody(slug: string, locale: string): string {
  return readFileSync(new URL(`${slug.split("/").at(-1)}.${locale}.md`, import.meta.url), "utf8")
}
