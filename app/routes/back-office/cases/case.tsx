import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { durationsBy } from "~/domain/back-office/members/actions"
import { readWithReason } from "~/domain/core/audit/access-reason.server"
import { AccessReason } from "~/domain/core/audit/schema"
import { actOnCase, dismissCase } from "~/domain/safety/cases/closing.server"
import { QuestionForm, QuestionReference } from "~/domain/safety/cases/questions/schema"
import { askAboutCase, withdrawCaseQuestion } from "~/domain/safety/cases/questions/staff.server"
import { ActionForm, DismissalForm, NoteForm } from "~/domain/safety/cases/schema"
import { getCase, giveCaseBack, takeCase, writeNote } from "~/domain/safety/cases/staff.server"
import { openReportedMessages, readReportedMessages } from "~/domain/safety/reported-messages.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import type { AccessIntent } from "~/features/back-office/access-reason-form"
import { CaseBadges, casesPath } from "~/features/back-office/cases/case-badges"
import { CaseClaim, type ClaimIntent } from "~/features/back-office/cases/case-claim"
import { CaseDecision, type ClosingIntent } from "~/features/back-office/cases/case-decision"
import { CaseHistory } from "~/features/back-office/cases/case-history"
import { CaseNotes, type NoteIntent } from "~/features/back-office/cases/case-notes"
import { CaseQuestions, type QuestionIntent } from "~/features/back-office/cases/case-questions"
import { CaseSheet } from "~/features/back-office/cases/case-sheet"
import { KeyCap, KeyLegend } from "~/features/back-office/key-legend"
import { useKeys } from "~/features/back-office/use-keys"
import { useTypedGuard } from "~/features/back-office/use-typed-guard"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { linkFor } from "~/page-permission.server"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { ButtonLink } from "~/ui/button"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = {
  i18n: ["admin", "admin-cases", "admin-kit", "admin-review", "admin-users", "decisions", "safety", "errors"],
}

/** Values of a form of a button alone. */
const NoFields = z.object({})

export const loader = withStaff(async ({ ctx, params, request }) => {
  const found = await getCase(ctx, params.reference ?? "")
  // Messages are read on demand, with a reason: each reading is recorded.
  const asked = new URL(request.url).searchParams.get("messages")
  const read = found.latest_reports.find(({ reference, has_messages }) => has_messages && reference === asked)
  const messages = read ? await readWithReason(readReportedMessages(ctx, read.reference)) : null
  const title = translator(ctx.locale, "safety")(`report.categories.${found.category}`)
  const linkTo = (path: string | null) => path && linkFor(ctx.actor, path)
  return {
    title,
    found,
    durations: durationsBy(ctx.actor),
    read: read && messages ? { reference: read.reference, messages } : null,
    links: {
      member: linkTo(found.member_id && `/dashboard/admin/users/${found.member_id}`),
      profile: linkTo(found.profile_id && `/dashboard/admin/profiles/${found.profile_id}/review`),
    },
  }
})

export const action = withStaff((args) => {
  const { ctx, params } = args
  const { reference = "" } = params
  const t = translator(ctx.locale, "admin-cases")
  const done = (message: string) => data<FormResult>({ message })
  return byIntent<AccessIntent | ClosingIntent | ClaimIntent | NoteIntent | QuestionIntent>(args, {
    access: (args) =>
      submitForm(args, AccessReason, async (reason) => {
        // The page that then shows them names their report in its address.
        await openReportedMessages(ctx, new URL(args.request.url).searchParams.get("messages") ?? "", reason)
        return done(translator(ctx.locale, "admin")("access.recorded"))
      }),
    act: (args) =>
      submitForm(args, ActionForm, async (end) => {
        await actOnCase(ctx, reference, end)
        return done(t(end.sanction === "close" ? "closed_proposed" : "closed"))
      }),
    dismiss: (args) =>
      submitForm(args, DismissalForm, async (end) => {
        await dismissCase(ctx, reference, end)
        return done(t("closed"))
      }),
    take: (args) =>
      submitForm(args, NoFields, async () => {
        await takeCase(ctx, reference)
        return done(t("claim.taken"))
      }),
    release: (args) =>
      submitForm(args, NoFields, async () => {
        await giveCaseBack(ctx, reference)
        return done(t("claim.released"))
      }),
    note: (args) =>
      submitForm(args, NoteForm, async (note) => {
        await writeNote(ctx, reference, note)
        return done(t("notes.written"))
      }),
    ask: (args) =>
      submitForm(args, QuestionForm, async (question) => {
        await askAboutCase(ctx, reference, question)
        return done(t("questions.asked"))
      }),
    withdraw: (args) =>
      submitForm(args, QuestionReference, async ({ question }) => {
        await withdrawCaseQuestion(ctx, reference, question)
        return done(t("questions.withdrawn"))
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function CasePage() {
  const { t } = useTranslation("admin-cases")
  const { title, found, durations, read, links } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useTypedGuard(result)
  useKeys()
  const address = `${casesPath}/${found.reference}`
  // Several forms have a reason.
  const resultOf = (...intents: string[]) => (result?.intent && intents.includes(result.intent) ? result : undefined)
  return (
    <>
      <Breadcrumbs
        label={t("crumbs")}
        items={[
          { label: t("title"), to: casesPath },
          { label: found.reference, to: address },
        ]}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-office-title">{title}</h1>
        <div className="ml-auto flex items-center gap-2">
          <KeyLegend
            keys={[
              { keys: ["J"], text: t("keys.next") },
              { keys: ["C"], text: t("keys.claim") },
              { keys: ["R"], text: t("keys.reason") },
              { keys: ["I"], text: t("keys.template") },
              { keys: ["N"], text: t("keys.note") },
            ]}
          />
          <ButtonLink to={`${casesPath}?next=${found.reference}`} size="small" aria-keyshortcuts="J">
            {t("next")}
            <KeyCap>J</KeyCap>
          </ButtonLink>
        </div>
      </div>
      <div className="mt-3">
        <CaseBadges found={found} />
      </div>
      <CaseClaim found={found} address={address} />
      <FormNotice result={result} />
      <div className="mt-6 grid items-start gap-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <CaseSheet found={found} read={read} links={links} address={address} result={resultOf("access")} />
          <CaseHistory history={found.history} />
        </div>
        <div className="space-y-6">
          <CaseDecision found={found} durations={durations} address={address} result={resultOf("act", "dismiss")} />
          <CaseQuestions found={found} address={address} result={resultOf("ask")} />
          <CaseNotes notes={found.notes} address={address} result={resultOf("note")} />
        </div>
      </div>
    </>
  )
}
