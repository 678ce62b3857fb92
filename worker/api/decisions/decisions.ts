import * as z from "zod"
import { appealStates, decisionKinds, decisionSources, decisionStates } from "~/db/enums"
import { getDecision, listDecisions } from "~/domain/decisions/decisions.server"
import { contestDays } from "~/domain/decisions/kinds"
import { sendAppeal } from "~/domain/safety/appeals/appeals.server"
import { AppealForm } from "~/domain/safety/appeals/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf } from "../openapi/schemas"

const line = {
  reference: z.string().meta({ description: "Such as `D-7K3M9QTX`" }),
  kind: z.enum(decisionKinds),
  state: z.enum(decisionStates).meta({
    description:
      "`ended`: it restricts nothing any more. `superseded`: by a later decision. `overturned`: by an appeal",
  }),
  created_at: epochMs,
  appeal: z.enum(appealStates).nullable().meta({ description: "The state of the appeal; null without one" }),
}

const DecisionLine = z.object(line).meta({ id: "DecisionLine" })

export const Decision = z
  .object({
    ...line,
    source: z.enum(decisionSources).meta({ description: "Somebody's notice, a review before publication, or staff" }),
    is_automatic: z.boolean().meta({ description: "The system decided, without a person" }),
    effect: z.string().meta({ description: "What was decided, where and for how long" }),
    ground: z.object({ name: z.string(), text: z.string() }).meta({ description: "The rule, as it was then" }),
    facts: z.array(z.string()),
    method: z.string().meta({ description: "How it was found and decided" }),
    contest: z.object({
      until: epochMs,
      is_open: z.boolean().meta({ description: "An appeal can be sent now" }),
      appeal: z
        .object({
          body: z.string(),
          state: z.enum(appealStates),
          answer: z.string().nullable(),
          created_at: epochMs,
        })
        .nullable(),
    }),
  })
  .meta({ id: "Decision" })

const list = createOperation({
  method: "get",
  path: "/decisions",
  operationId: "listDecisions",
  tag: "me",
  summary: "List the decisions about you",
  description: "Latest first, 30 on a page.",
  guard: "user",
  request: { query: z.object({ cursor: z.string().max(100).optional() }) },
  responses: responses(200, "A page of decisions", pageOf(DecisionLine)),
  errors: ["cursor.invalid"],
})

const params = z.object({
  key: z
    .string()
    .min(1)
    .max(400)
    .meta({ description: "The reference of a decision about you, or the key of the link in its mail" }),
})

const get = createOperation({
  method: "get",
  path: "/decisions/{key}",
  operationId: "getDecision",
  tag: "moderation",
  summary: "Get a decision with its reasons",
  description: "The statement of reasons, in your language. The key of a mail opens it without an account.",
  request: { params },
  responses: responses(200, "The decision", Decision),
  errors: ["request.not_found"],
})

const appeal = createOperation({
  method: "post",
  path: "/decisions/{key}/appeal",
  operationId: "contestDecision",
  tag: "moderation",
  summary: "Contest a decision",
  description: `Once, within ${contestDays} days. Somebody other than the person who decided looks at it, and the answer comes by mail. 409 \`appeals.sent\` for a second one, \`appeals.ended\` after that time, \`appeals.of_person\` where only the person shown can agree again, \`conflict.changed\` for a decision that another one replaced.`,
  request: { params, body: jsonBody(describeFields(AppealForm, { body: "1 to 2,000 characters" })) },
  responses: { 204: { description: "The appeal is received" } },
  errors: ["request.not_found", "appeals.sent", "appeals.ended", "appeals.of_person", "conflict.changed"],
})

export const meDecisions = createApi().openapi(list, async (c) =>
  c.json(await listDecisions(c.var.ctx, c.req.valid("query").cursor ?? null), 200),
)

export const decisions = createApi()
  .openapi(get, async (c) => c.json(await getDecision(c.var.ctx, c.req.valid("param").key), 200))
  .openapi(appeal, async (c) => {
    await sendAppeal(c.var.ctx, c.req.valid("param").key, c.req.valid("json"))
    return c.body(null, 204)
  })
