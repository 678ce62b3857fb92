import * as z from "zod"
import { caseSubjects, questionStates } from "~/db/enums"
import { answerQuestion, getQuestion } from "~/domain/safety/cases/questions/answers.server"
import { AnswerForm } from "~/domain/safety/cases/questions/schema"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs } from "../openapi/schemas"

const AskedQuestion = z
  .object({
    state: z.enum([...questionStates, "late"]).meta({
      description:
        "`late`: it has expired, and an answer is read still. `withdrawn`, `ended`: no answer is needed any more",
    }),
    about: z
      .object({ kind: z.enum([...caseSubjects, "report"]), reference: z.string().optional() })
      .meta({ description: "Something of yours, or a report of yours with its reference" }),
    body: z.string(),
    expires_at: epochMs,
    answer: z.string().nullable(),
    answered_at: epochMs.nullable(),
  })
  .meta({ id: "AskedQuestion" })

const params = z.object({
  key: z.string().min(1).max(400).meta({
    description: "The reference of a question to you, such as `Q-7K3M9QTX`, or the key of the link in its mail",
  }),
})

const get = createOperation({
  method: "get",
  path: "/questions/{key}",
  operationId: "getQuestion",
  tag: "moderation",
  summary: "Get a question of staff to you",
  description: "The key of a mail opens it without an account.",
  request: { params },
  responses: responses(200, "The question", AskedQuestion),
  errors: ["request.not_found", "rate.limited"],
})

const answer = createOperation({
  method: "post",
  path: "/questions/{key}/answer",
  operationId: "answerQuestion",
  tag: "moderation",
  summary: "Send the answer to a question of staff",
  description:
    "Once. 409 `questions.answered` for a second one, `questions.ended` once it was withdrawn or the matter is decided.",
  request: { params, body: jsonBody(describeFields(AnswerForm, { answer: "1 to 2,000 characters" })) },
  responses: { 204: { description: "The answer is received" } },
  errors: ["request.not_found", "rate.limited", "questions.answered", "questions.ended"],
})

export const questions = createApi()
  .openapi(get, async (c) => c.json(await getQuestion(c.var.ctx, c.req.valid("param").key), 200))
  .openapi(answer, async (c) => {
    await answerQuestion(c.var.ctx, c.req.valid("param").key, c.req.valid("json"))
    return c.body(null, 204)
  })
