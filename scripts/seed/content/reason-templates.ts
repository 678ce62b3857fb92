import * as z from "zod"
import { templateUses } from "../../../app/db/enums.ts"
import { Pair, readData } from "../texts/schema.ts"
import templates from "./reason-templates.json" with { type: "json" }

const ReasonTemplate = z.strictObject({ use: z.enum(templateUses), name: Pair, text: Pair })

/** Texts that staff begin their reasons with, in their order. */
export const reasonTemplates = readData("content/reason-templates.json", z.array(ReasonTemplate), templates)
