import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { waitingKinds } from "~/domain/back-office/review-queue/kinds"
import { listWaiting } from "~/domain/back-office/review-queue/service.server"
import { isPermitted } from "~/domain/core/actor/guards"
import { EscalationForm } from "~/domain/decisions/second-look/schema"
import { listProfileMedia } from "~/domain/media/review/review.server"
import { claimReview, decideProfile, releaseReview } from "~/domain/profiles/editing/review.server"
import { escalateReview, returnEscalation } from "~/domain/profiles/editing/reviewing/escalation.server"
import { getReview } from "~/domain/profiles/editing/reviewing/read-review.server"
import {
  approveReview,
  confirmReview,
  refuseProfile,
  returnReview,
} from "~/domain/profiles/editing/reviewing/review-acts.server"
import { ConfirmationForm, MoveForm, ReviewForm, VerdictForm } from "~/domain/profiles/editing/reviewing/review-form"
import { compareFields } from "~/features/back-office/review/compare-fields.server"
import type { DoneAction } from "~/features/back-office/review/done-notice"
import { ProfileReview, type ReviewIntent } from "~/features/back-office/review/profile-review-page"
import { nextPath, queuePath, waitingPath } from "~/features/back-office/review/waiting"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import type { FormResult } from "~/remix/form"
import { byIntent, type FormHandler, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import type { PageArgs } from "~/remix/page.server"
import { withStaff } from "~/remix/staff-page.server"
import { mediaItemActions } from "./media-actions.server"

export const handle = {
  i18n: ["admin", "admin-review", "admin-cases", "safety", "workshop", "photos", "player", "errors"],
}

export const loader = withStaff(async ({ ctx, params, request }) => {
  const { id = "" } = params
  const query = new URL(request.url).searchParams
  const kind = waitingKinds.find((one) => one === query.get("kind")) ?? null
  const [review, media, queue] = await Promise.all([
    getReview(ctx, id),
    listProfileMedia(ctx, id),
    listWaiting(ctx, kind, null),
  ])
  const fields = await compareFields(ctx, review)
  const { content: _, edits: __, ...shown } = review
  const at = queue.data.findIndex((item) => item.id === id)
  const pathOf = (index: number) => {
    const item = queue.data[index]
    return item ? waitingPath(item, kind) : null
  }
  return {
    title: review.name,
    review: shown,
    fields,
    media,
    kind,
    isLead: isPermitted(ctx.actor, "reviews.lead"),
    now: ctx.now(),
    queue: { items: queue.data.slice(0, 30), total: queue.total, place: at + 1 },
    previous: at > 0 ? pathOf(at - 1) : null,
    // Of a profile that no longer waits, the first that does.
    next: pathOf(at + 1),
  }
})

export const action = withStaff((args) => {
  const { id = "" } = args.params
  return byIntent<ReviewIntent>(args, {
    claim: (args) => submitForm(args, z.object({}), (_) => claim(args, id)),
    release: (args) => submitForm(args, z.object({}), (_) => release(args, id)),
    approve_all: (args) =>
      submitForm(args, ReviewForm, async (review, form) => {
        if (review.decisions.some(({ decision }) => decision === "return")) throw new AppError("workshop.marked")
        return redirectToNext(args, form, "approved", await approveReview(args.ctx, id, review))
      }),
    send_back: sendBack(id),
    confirm: (args) =>
      submitForm(args, ConfirmationForm, async (confirmation, form) =>
        redirectToNext(args, form, "confirmed", await confirmReview(args.ctx, id, confirmation)),
      ),
    escalate: (args) =>
      submitForm(args, EscalationForm, async (escalation, form) => {
        await escalateReview(args.ctx, id, escalation)
        const next = nextPath(form.get("next"))
        throw redirect(`${next}${next.includes("?") ? "&" : "?"}done=escalated`)
      }),
    give_back: (args) =>
      submitForm(args, z.object({}), async () => {
        await returnEscalation(args.ctx, id)
        return data<FormResult>({ message: translator(args.ctx.locale, "admin-review")("lead.given_back") })
      }),
    reject: refuse(id, "reject"),
    suspend: refuse(id, "suspend"),
    reinstate: (args) =>
      submitForm(args, MoveForm, async ({ version }, form) => {
        await decideProfile(args.ctx, id, { move: "reinstate", version })
        return redirectToNext(args, form, "reinstated")
      }),
    ...mediaItemActions,
  })
})

async function claim({ ctx }: PageArgs, id: string) {
  await claimReview(ctx, id)
  return data<FormResult>({})
}

async function release({ ctx }: PageArgs, id: string) {
  await releaseReview(ctx, id)
  return data<FormResult>({})
}

/** The fields that are marked go back; a profile that awaits approval as a whole needs a remark, its own or a field's. */
function sendBack(id: string): FormHandler {
  return (args) =>
    submitForm(args, ReviewForm, async (review, form) => {
      const { state } = await getReview(args.ctx, id)
      const returned = review.decisions.find(({ decision }) => decision === "return")
      const remark = VerdictForm.safeParse(Object.fromEntries(form))
      const isWhole = state === "submitted" || state === "in_review"
      if (isWhole && !returned && !remark.success) {
        throw new AppError("validation.failed", { fields: { verdict_reason: ["required"] } })
      }
      const own = remark.success
        ? { reason: remark.data.verdict_reason, comment: remark.data.verdict_comment }
        : returned?.decision === "return"
          ? { reason: returned.reason, comment: "" }
          : null
      return redirectToNext(args, form, "returned", await returnReview(args.ctx, id, review, isWhole ? own : null))
    })
}

function refuse(id: string, move: "reject" | "suspend"): FormHandler {
  return (args) =>
    submitForm(args, VerdictForm, async ({ version, verdict_reason: reason, verdict_comment: comment }, form) => {
      const outcome = await refuseProfile(args.ctx, id, { move, version, reason, comment })
      if (outcome === "proposed") return redirectToNext(args, form, "proposed")
      return redirectToNext(args, form, move === "reject" ? "rejected" : "suspended")
    })
}

/** Redirects to the next in the queue; stays where the owner changed fields meanwhile, or where media await a decision. */
async function redirectToNext(
  { ctx, params }: PageArgs,
  form: FormData,
  done: DoneAction,
  { stale, isOver, isProposed } = { stale: [] as string[], isOver: true, isProposed: false },
) {
  if (stale.length > 0) {
    const problems = Object.fromEntries(stale.map((field) => [`edit.${field}`, ["changed" as const]]))
    const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string")) as Record<
      string,
      string
    >
    return data<FormResult>({ values, problems, code: "conflict.changed", isError: true }, 409)
  }
  const waiting = (await listProfileMedia(ctx, params.id ?? "")).some(
    ({ state, proposal }) => state === "ready" && !proposal?.is_yours,
  )
  const next = isOver && !waiting ? nextPath(form.get("next")) : `/dashboard/admin/profiles/${params.id}/review`
  throw redirect(`${next}${next.includes("?") ? "&" : "?"}done=${isProposed ? "proposed" : done}`)
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ProfileReviewPage() {
  const loaded = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  return <ProfileReview key={loaded.review.id} {...loaded} next={loaded.next ?? queuePath} result={result} />
}
