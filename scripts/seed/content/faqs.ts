import * as z from "zod"
import { Pair, readData } from "../texts/schema.ts"
import questions from "./faqs.json" with { type: "json" }

const Faq = z.strictObject({
  topic: z.enum(["account", "membership", "profiles", "safety"]),
  question: Pair,
  /** Markdown. */
  answer: Pair,
})

/** The questions of the FAQ page, in its order. */
export const faqs = readData("content/faqs.json", z.array(Faq), questions)
