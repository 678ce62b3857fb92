import * as z from "zod"
import {
  appealStates,
  caseStates,
  caseSubjects,
  decisionKinds,
  decisionStates,
  mediaKinds,
  profileTextNames,
  questionStates,
  reportCategories,
  reportPriorities,
  reportStates,
  templateUses,
} from "~/db/enums"
import { sanctionKinds } from "~/db/schema/staff"
import { actOnCase, dismissCase } from "~/domain/safety/cases/closing.server"
import { aboutPattern, caseLists, parseAbout } from "~/domain/safety/cases/lists"
import { maxQuestions } from "~/domain/safety/cases/questions/limits"
import { QuestionForm } from "~/domain/safety/cases/questions/schema"
import { askAboutCase, withdrawCaseQuestion } from "~/domain/safety/cases/questions/staff.server"
import { ActionForm, DismissalForm, NoteForm } from "~/domain/safety/cases/schema"
import { getCase, giveCaseBack, listCases, takeCase, writeNote } from "~/domain/safety/cases/staff.server"
import { longest } from "~/domain/safety/sanctions/schema"
import { locales } from "~/i18n/locales"
import { describeFields, jsonBody } from "../openapi/bodies"
import { createApi } from "../openapi/create-api"
import { createOperation } from "../openapi/operation"
import { responses } from "../openapi/responses"
import { epochMs, pageOf, RuleStrikes } from "../openapi/schemas"

const Dismissal = describeFields(DismissalForm, {
  reason: "1 to 1,000 characters, sent to who reported",
  unfounded:
    "Whether it is manifestly unfounded: the second one of a member in twelve months warns them, and each further one pauses their reports for 30 days, except those of a minor or of danger to life",
})

const Action = describeFields(ActionForm, {
  reason: "1 to 1,000 characters, sent to who reported, and to the owner of what is taken down or stays hidden",
  removes: "Whether a picture, video, text or profile that is not hidden yet is taken down",
  sanction:
    "What the member whom it is about gets, for the same reason; `close` proposes it to a second person. One of the case's `sanctions`",
  hours: `Of \`limit\` and \`suspend\`: 1 to ${longest.suspension}`,
  policy:
    "The rule that what is taken down or stays hidden, and the sanction, break; by default that of the case's category",
})

const Note = describeFields(NoteForm, { note: "1 to 2,000 characters, for staff alone" })

const Question = describeFields(QuestionForm, {
  to: "`owner`, the member whom the case is about, or the reference of a report with an address or a member: its author",
  body: "1 to 2,000 characters, a question or a change that you ask for. Never say who reported",
})

const params = z.object({ reference: z.string().min(1).max(20).meta({ description: "Such as `C-7K3M9QTX`" }) })
const questionParams = params.extend({
  question: z.string().min(1).max(20).meta({ description: "Such as `Q-7K3M9QTX`" }),
})

const line = {
  reference: z.string(),
  category: z.enum(reportCategories),
  priority: z.enum(reportPriorities),
  state: z.enum(caseStates),
  subject_kind: z.enum(caseSubjects),
  subject: z.string().meta({ description: "The name of the member or profile, or the reported address" }),
  text: z.enum(profileTextNames).nullable().meta({ description: "The one text of the profile that it is about" }),
  reports: z.number().int().meta({ description: "How many reports it has" }),
  due_at: epochMs.meta({ description: "Includes the time until `waiting_until`" }),
  is_overdue: z.boolean(),
  waiting_until: epochMs.nullable().meta({
    description: "Its deadline is paused until then, or until somebody who is asked answers; null: it is not",
  }),
  is_suspect: z.boolean().meta({ description: "All its reports are probably a bot's" }),
  claim: z
    .object({ name: z.string(), is_yours: z.boolean(), until: epochMs })
    .nullable()
    .meta({ description: "Who works on it now" }),
  created_at: epochMs,
  updated_at: epochMs,
}

const textByLanguage = z.partialRecord(z.enum(locales.map(({ code }) => code)), z.string())

const CaseLine = z.object(line).meta({ id: "CaseLine" })

const Report = z.object({
  reference: z.string(),
  category: z.enum(reportCategories),
  priority: z.enum(reportPriorities),
  state: z.enum(reportStates),
  about: z.string().meta({ description: "The reported page, as typed" }),
  text: z.enum(profileTextNames).nullable().meta({ description: "The text of that profile that is meant" }),
  details: z.string(),
  email: z.string().nullable().meta({ description: "Null for an anonymous report" }),
  locale: z.string().meta({ description: "The language of replies" }),
  is_suspect: z.boolean().meta({ description: "Probably a bot's" }),
  has_messages: z.boolean().meta({ description: "It copied messages of a conversation" }),
  is_of_member: z.boolean().meta({ description: "A member reported it, not anonymously" }),
  created_at: epochMs,
})

const Case = z
  .object({
    ...line,
    media: z
      .object({
        id: z.string(),
        kind: z.enum(mediaKinds).nullable(),
        state: z.string().nullable().meta({ description: "Null once it is deleted" }),
        width: z.number().int(),
        height: z.number().int(),
        pass: z.object({ query: z.string(), expires_at: epochMs }).nullable(),
      })
      .nullable(),
    texts: z
      .object({ live: textByLanguage, hidden: textByLanguage })
      .nullable()
      .meta({ description: "The text that it is about, as the public reads it and as it is hidden" }),
    profile_state: z.string().nullable(),
    profile_id: z.string().nullable(),
    member_id: z.string().nullable().meta({ description: "Whom it is about" }),
    is_hidden_by_it: z.boolean().meta({ description: "Its reports hide its subject until it is decided" }),
    may_remove: z.boolean().meta({ description: "Whether `removes` would take something down" }),
    sanctions: z
      .array(z.enum(sanctionKinds))
      .meta({ description: "Which you may give the member as you end the case; none without a member, and for staff" }),
    rules: z.array(RuleStrikes).meta({ description: "The rules that a sanction cites, with the member's strikes" }),
    latest_reports: z.array(Report).meta({ description: "50 at most, latest first" }),
    templates: z
      .array(z.object({ id: z.string(), use: z.enum(templateUses), name: z.string(), text: z.string() }))
      .meta({ description: "Texts for reasons, in `recipient_locale`; none once it has ended" }),
    recipient_locale: z.string().meta({ description: "The member's language, or that of its first report" }),
    notes: z.array(z.object({ author: z.string().nullable(), body: z.string(), created_at: epochMs })),
    questions: z.array(
      z.object({
        reference: z.string().meta({ description: "Such as `Q-7K3M9QTX`" }),
        report: z
          .string()
          .nullable()
          .meta({ description: "The report whose author is asked; null: the member whom the case is about" }),
        asked_by: z.string().nullable(),
        body: z.string(),
        state: z.enum([...questionStates, "expired"]).meta({
          description: "`expired`: unanswered, and it pauses nothing any more. `ended`: the case was decided first",
        }),
        asked_at: epochMs,
        expires_at: epochMs,
        answer: z.string().nullable(),
        answered_at: epochMs.nullable(),
      }),
    ),
    history: z.object({
      cases: z.array(
        z.object({
          reference: z.string(),
          category: z.enum(reportCategories),
          priority: z.enum(reportPriorities),
          state: z.enum(caseStates),
          created_at: epochMs,
        }),
      ),
      decisions: z.array(
        z.object({
          reference: z.string(),
          kind: z.enum(decisionKinds),
          state: z.enum(decisionStates),
          appeal: z.enum(appealStates).nullable(),
          created_at: epochMs,
        }),
      ),
      strikes: z
        .array(RuleStrikes)
        .nullable()
        .meta({ description: "By rule, as in `getUser`; null without the permission to read members" }),
    }),
    closed_by: z.string().nullable(),
    closing_reason: z.string().nullable(),
    is_unfounded: z.boolean().meta({ description: "Dismissed as manifestly unfounded" }),
  })
  .meta({ id: "Case" })

const list = createOperation({
  method: "get",
  path: "/cases",
  operationId: "listCases",
  tag: "admin",
  summary: "List cases",
  description:
    "Open ones overdue first and those that wait for an answer last, then by priority, then longest waiting first; others latest first. 30 on a page, without those about yourself or that you reported.",
  guard: "staff",
  permission: "reports.read",
  request: {
    query: z.object({
      list: z.enum(caseLists).default("open"),
      about: z.stringFormat("about", aboutPattern).optional().meta({
        description: "`member:`, `profile:` or `media:` and an id: only the cases about that",
      }),
      cursor: z.string().max(100).optional(),
    }),
  },
  responses: responses(200, "A page of cases", pageOf(CaseLine)),
  errors: ["cursor.invalid"],
})

const get = createOperation({
  method: "get",
  path: "/cases/{reference}",
  operationId: "getCase",
  tag: "admin",
  summary: "Get a case with its reports, notes and history",
  description: "`media.pass` opens the picture or video that it is about. 404 for a case about yourself.",
  guard: "staff",
  permission: "reports.read",
  request: { params },
  responses: responses(200, "The case", Case),
  errors: ["request.not_found"],
})

const take = createOperation({
  method: "put",
  path: "/cases/{reference}/claim",
  operationId: "claimCase",
  tag: "admin",
  summary: "Claim a case for 30 minutes",
  description: "Or extend that. 409 `cases.claimed` while somebody else works on it.",
  guard: "staffProof",
  permission: "reports.decide",
  request: { params },
  responses: responses(200, "The claim", z.object({ claimed_until: epochMs })),
  errors: ["request.not_found", "cases.claimed", "conflict.changed"],
})

const giveBack = createOperation({
  method: "delete",
  path: "/cases/{reference}/claim",
  operationId: "releaseCase",
  tag: "admin",
  summary: "End the claim of a case",
  guard: "staffProof",
  permission: "reports.decide",
  request: { params },
  responses: { 204: { description: "Others can take it up" } },
  errors: ["request.not_found"],
})

const note = createOperation({
  method: "post",
  path: "/cases/{reference}/notes",
  operationId: "addCaseNote",
  tag: "admin",
  summary: "Add a note to a case",
  description: "Only staff read it.",
  guard: "staffProof",
  permission: "reports.decide",
  request: { params, body: jsonBody(Note) },
  responses: { 204: { description: "The note is written" } },
  errors: ["request.not_found"],
})

const ask = createOperation({
  method: "post",
  path: "/cases/{reference}/questions",
  operationId: "askAboutCase",
  tag: "admin",
  summary: "Send a question to a person of a case",
  description: `They receive a link by mail that opens the question without an account. Its deadline is paused until they answer, 48 hours at most for P1 and seven days for P2 and P3; that of P0 stays. 409 \`questions.open\` while that person has a question, \`questions.full\` after ${maxQuestions}, \`cases.claimed\` while somebody else works on it, \`conflict.changed\` for an ended one.`,
  guard: "staffProof",
  permission: "reports.decide",
  request: { params, body: jsonBody(Question) },
  responses: responses(201, "The question", z.object({ reference: z.string() })),
  errors: ["request.not_found", "questions.open", "questions.full", "cases.claimed", "conflict.changed"],
})

const withdraw = createOperation({
  method: "delete",
  path: "/cases/{reference}/questions/{question}",
  operationId: "withdrawCaseQuestion",
  tag: "admin",
  summary: "Withdraw a question",
  description:
    "The deadline goes on, unless another question is open. 409 `conflict.changed` for one that was answered or has ended, `cases.claimed` while somebody else works on the case.",
  guard: "staffProof",
  permission: "reports.decide",
  request: { params: questionParams },
  responses: { 204: { description: "It is withdrawn" } },
  errors: ["request.not_found", "cases.claimed", "conflict.changed"],
})

const dismiss = createOperation({
  method: "post",
  path: "/cases/{reference}/dismiss",
  operationId: "dismissCase",
  tag: "admin",
  summary: "End a case without action",
  description:
    "Shows what its reports hid, unless those of another case hide it too. Each reporter with an address receives `reason` as a decision that they may contest. 409 `cases.claimed` while somebody else works on it, `conflict.changed` for an ended one.",
  guard: "staffProof",
  permission: "reports.decide",
  request: { params, body: jsonBody(Dismissal) },
  responses: { 204: { description: "The case has ended" } },
  errors: ["request.not_found", "cases.claimed", "conflict.changed"],
})

const act = createOperation({
  method: "post",
  path: "/cases/{reference}/act",
  operationId: "actOnCase",
  tag: "admin",
  summary: "End a case that was acted on",
  description:
    "What its reports hid stays hidden, or `removes` takes it down now: its owner receives a statement of reasons with `reason`, and so does each reporter by e-mail. `sanction` warns, limits or suspends the member whom it is about, with a statement of reasons, or proposes to close their account: 422 without the permission `members.sanction`, or `members.close`; 409 `cases.no_member`, `members.staff`, or `conflict.changed` for a member who has it already, and nothing is ended. 409 `cases.claimed` while somebody else works on it, `conflict.changed` for an ended one.",
  guard: "staffProof",
  permission: "reports.decide",
  request: { params, body: jsonBody(Action) },
  responses: { 204: { description: "The case has ended" } },
  errors: ["request.not_found", "cases.claimed", "cases.no_member", "members.staff", "conflict.changed"],
})

export const adminCases = createApi()
  .openapi(list, async (c) => {
    const { list: of, about, cursor } = c.req.valid("query")
    return c.json(await listCases(c.var.ctx, { list: of, about: parseAbout(about ?? null) }, cursor ?? null), 200)
  })
  .openapi(get, async (c) => c.json(await getCase(c.var.ctx, c.req.valid("param").reference), 200))
  .openapi(take, async (c) => c.json(await takeCase(c.var.ctx, c.req.valid("param").reference), 200))
  .openapi(giveBack, async (c) => {
    await giveCaseBack(c.var.ctx, c.req.valid("param").reference)
    return c.body(null, 204)
  })
  .openapi(note, async (c) => {
    await writeNote(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(ask, async (c) => {
    const reference = await askAboutCase(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.json({ reference }, 201)
  })
  .openapi(withdraw, async (c) => {
    const { reference, question } = c.req.valid("param")
    await withdrawCaseQuestion(c.var.ctx, reference, question)
    return c.body(null, 204)
  })
  .openapi(dismiss, async (c) => {
    await dismissCase(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
  .openapi(act, async (c) => {
    await actOnCase(c.var.ctx, c.req.valid("param").reference, c.req.valid("json"))
    return c.body(null, 204)
  })
