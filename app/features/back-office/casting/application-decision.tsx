import type { DeskApplication } from "~/domain/support/applications/schema"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Card } from "~/ui/card"
import { TextArea } from "~/ui/form/field"
import { KeyCap } from "../key-legend"

/** The intents of the decision's forms. */
export type DecisionIntent = "take" | "accept" | "request_changes" | "decline"

export interface ApplicationDecisionProps {
  application: Pick<DeskApplication, "state" | "version" | "is_yours" | "staff" | "note">
  address: string
  result: FormResult | undefined
}

/** Staff's actions on an application in its state. */
export function ApplicationDecision({ application, address, result }: ApplicationDecisionProps) {
  const { t } = useTranslation("admin-casting")
  const { state, version, is_yours, staff, note } = application
  const isWords = result?.intent === "request_changes" || result?.intent === "decline"
  const { form, field } = useFormResult(isWords ? result : undefined)
  const hidden = <input type="hidden" name="version" value={version} />
  return (
    <Card as="section" aria-label={t("decision")}>
      <h2 className="text-body font-semibold">{t(`states.${state as "submitted"}`)}</h2>
      {staff && <p className="mt-1 text-ui text-ink2">{t("by", { name: staff })}</p>}
      {note && <p className="mt-3 text-ui wrap-anywhere whitespace-pre-line">{note}</p>}
      {is_yours ? (
        <p className="mt-3 text-ui text-ink2">{t("own")}</p>
      ) : state === "submitted" ? (
        <Form method="post" action={address} className="mt-4">
          {hidden}
          <Button type="submit" name="intent" value="take" variant="primary" aria-keyshortcuts="C">
            {t("take")}
            <KeyCap>C</KeyCap>
          </Button>
        </Form>
      ) : state === "in_review" ? (
        <>
          <Form method="post" action={address} className="mt-4">
            {hidden}
            <Button type="submit" name="intent" value="accept" variant="primary" aria-keyshortcuts="A">
              {t("accept")}
              <KeyCap>A</KeyCap>
            </Button>
            <p className="mt-2 text-meta text-mute">{t("accept_hint")}</p>
          </Form>
          <Form
            ref={form}
            method="post"
            action={address}
            noValidate
            className="mt-6 space-y-3 border-t border-line pt-5"
          >
            {hidden}
            <TextArea {...field("note")} label={t("note")} hint={t("note_hint")} size="normal" maxLength={1_000} />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="intent" value="request_changes" aria-keyshortcuts="R">
                {t("request_changes")}
                <KeyCap>R</KeyCap>
              </Button>
              <Button type="submit" name="intent" value="decline" variant="danger">
                {t("decline")}
              </Button>
            </div>
          </Form>
        </>
      ) : null}
    </Card>
  )
}
