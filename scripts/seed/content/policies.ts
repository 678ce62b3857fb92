import * as z from "zod"
import { Pair, readData } from "../texts/schema.ts"
import rules from "./policies.json" with { type: "json" }

const Policy = z.strictObject({
  slug: z.string(),
  severity: z.int().min(0).max(3),
  name: Pair,
  text: Pair,
})

/** The rules that staff's decisions cite. */
export const policies = readData("content/policies.json", z.array(Policy), rules)
