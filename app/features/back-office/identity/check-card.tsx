import type { DeskCheck } from "~/domain/verification/identity/schema"
import { DateField } from "~/features/shell/dates/date-field"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { Checkbox } from "~/ui/form/checkbox"
import { TextArea, TextField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

/** The intents of the forms of a check. */
export type CheckIntent = "confirm" | "refuse" | "revoke" | "reopen"

export type CheckList = "requested" | "refused" | "verified"

export interface CheckCardProps {
  check: DeskCheck
  list: CheckList
  address: string
  result: FormResult | undefined
}

/** A check with what staff did about it, and what they can do in its state. No document is stored, and none is shown. */
export function CheckCard({ check, list, address, result: posted }: CheckCardProps) {
  const { t } = useTranslation(["admin-identity", "errors"])
  const locale = useLocale()
  const { id, name, subject, provider, is_confirmed_once, may_reopen, checked_at, due_at, created_at, acts } = check
  const result = posted?.values?.id === id ? posted : undefined
  const date = (at: number) => formatDate(at, locale, "date")
  return (
    <Card as="article" aria-label={name ?? t("depicted")}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-card-title">{name ?? t("depicted")}</h2>
        <Badge>{t(provider === "staff" ? "by_staff" : "by_provider")}</Badge>
        {is_confirmed_once && <Badge tone="warn">{t("second")}</Badge>}
      </div>
      <p className="mt-1 text-ui text-ink2">
        {[
          t(`subjects.${subject}`),
          t("asked", { date: date(created_at) }),
          checked_at && t("checked", { date: date(checked_at) }),
          due_at && t("due", { date: date(due_at) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {acts.length > 0 && (
        <ol className="mt-4 space-y-2 border-t border-line pt-4">
          {acts.map(({ kind, reason, created_at: at }) => (
            <li key={`${kind} ${at}`} className="text-ui">
              <span className="text-meta text-mute">
                {t(`acts.${kind}`)}, {date(at)}, {formatTime(at, locale)}
              </span>
              <span className="block wrap-anywhere whitespace-pre-line">{reason}</span>
            </li>
          ))}
        </ol>
      )}
      <div className="mt-4 space-y-3 border-t border-line pt-4">
        {list === "requested" && provider === "staff" && (
          <>
            <ActionForm id={id} intent="confirm" address={address} result={result} />
            <ActionForm id={id} intent="refuse" address={address} result={result} />
          </>
        )}
        {list === "verified" && <ActionForm id={id} intent="revoke" address={address} result={result} />}
        {list === "refused" && !may_reopen && <p className="text-ui text-ink2">{t("errors:identity.of_lead")}</p>}
        {list === "refused" && may_reopen && <ActionForm id={id} intent="reopen" address={address} result={result} />}
      </div>
    </Card>
  )
}

interface ActionFormProps {
  id: string
  intent: CheckIntent
  address: string
  result: FormResult | undefined
}

/** An act of staff on a check, with its reason. */
function ActionForm({ id, intent, address, result: posted }: ActionFormProps) {
  const { t } = useTranslation("admin-identity")
  const result = posted?.intent === intent ? posted : undefined
  const { form, field, tick } = useFormResult(result)
  return (
    <details open={result?.isError ? true : undefined}>
      <summary className="inline-block list-none rounded-badge text-ui">
        <span className="link">{t(`forms.${intent}.title`)}</span>
      </summary>
      <Form ref={form} method="post" action={address} noValidate className="mt-3 max-w-xl space-y-4">
        <input type="hidden" name="id" value={id} />
        <p className="text-ui text-ink2">{t(`forms.${intent}.text`)}</p>
        {intent === "confirm" && (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                {...field("first_name")}
                label={t("first_name")}
                hint={t("name_hint")}
                maxLength={120}
                autoComplete="off"
              />
              <TextField
                {...field("last_name")}
                label={t("last_name")}
                hint={t("name_hint")}
                maxLength={120}
                autoComplete="off"
              />
            </div>
            <DateField {...field("birth_date")} label={t("birth_date")} hint={t("holder")} className="max-w-80" />
            <Checkbox {...tick("is_adult")} label={t("is_adult")} />
            <TextField
              {...field("document_month")}
              label={t("document_month")}
              hint={t("document_hint")}
              placeholder="2030-04"
              autoComplete="off"
            />
          </>
        )}
        {intent === "refuse" && (
          <Select
            {...field("outcome")}
            label={t("outcome")}
            options={[
              { value: "refused", label: t("outcomes.refused") },
              { value: "refused_age", label: t("outcomes.refused_age") },
            ]}
          />
        )}
        <TextArea {...field("reason")} label={t("reason")} size="short" maxLength={1_000} />
        <Button
          type="submit"
          name="intent"
          value={intent}
          variant={intent === "refuse" || intent === "revoke" ? "danger" : "secondary"}
        >
          {t(`forms.${intent}.submit`)}
        </Button>
      </Form>
    </details>
  )
}
