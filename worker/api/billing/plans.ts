import { listPlans } from "~/domain/billing/billing.server"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { wholeListOf } from "../openapi/schemas"
import { Plan } from "./billing-schemas"

const list = createOperation({
  method: "get",
  path: "/",
  operationId: "listPlans",
  tag: "billing",
  summary: "List the plans for sale",
  description:
    "In the user's language, each with its prices, the shortest interval first. `trial_days` is 0 for a signed-in member who has had a trial.",
  responses: responses(200, "The plans", wholeListOf(Plan)),
})

export const plans = createApi().openapi(list, async (c) =>
  c.json({ data: await listPlans(c.var.ctx), next_cursor: null }, 200),
)
