import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { TextArea } from "~/ui/form/field"

/** The intent of the form. */
export type AccessIntent = "access"

export interface AccessReasonFormProps {
  /** Where the form is posted to: the page that then shows what was asked for. */
  address: string
  result: FormResult | undefined
  submit: string
}

/** Asks why a reader opens what nobody reads without a reason. */
export function AccessReasonForm({ address, result: posted, submit }: AccessReasonFormProps) {
  const { t } = useTranslation("admin")
  const { form, field } = useFormResult(posted?.intent === "access" ? posted : undefined)
  return (
    <Form ref={form} method="post" action={address} noValidate className="max-w-xl space-y-4">
      <TextArea {...field("reason")} label={t("access.reason")} hint={t("access.hint")} size="short" maxLength={500} />
      <Button type="submit" name="intent" value="access" variant="primary">
        {submit}
      </Button>
    </Form>
  )
}

export interface ReasonedDeskProps {
  title: string
  lead: string
  /** Null: the reader has given a reason within the last hour. */
  question: { title: string; submit: string } | null
  /** The desk's address, which the reason is posted to. */
  address: string
  result: FormResult | undefined
  children: ReactNode
}

/** A desk that nobody reads without a stated reason: its heading, the form that asks for the reason, and what the reader may see. */
export function ReasonedDesk({ title, lead, question, address, result, children }: ReasonedDeskProps) {
  return (
    <>
      <h1 className="text-office-title">{title}</h1>
      <p className="measure mt-2 text-ui text-ink2">{lead}</p>
      {question && (
        <Card as="section" aria-labelledby="access" className="mt-5">
          <h2 id="access" className="mb-3 text-card-title">
            {question.title}
          </h2>
          <AccessReasonForm address={address} result={result} submit={question.submit} />
        </Card>
      )}
      {children}
    </>
  )
}
