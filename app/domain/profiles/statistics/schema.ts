import * as z from "zod"
import { periods, units } from "./measures"

export const StatisticsQuery = z.object({
  period: z.enum(periods).default("30"),
  by: z.enum(units).default("day"),
})
export type StatisticsQuery = z.infer<typeof StatisticsQuery>
