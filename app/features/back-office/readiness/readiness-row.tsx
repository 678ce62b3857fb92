import CircleCheck from "lucide-react/icons/circle-check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Clock from "lucide-react/icons/clock"
import type { ReadinessEntry, ReadinessState } from "~/domain/operations/readiness/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button, buttonClass } from "~/ui/button"
import { TextField } from "~/ui/form/field"
import { useSentCount } from "../tickets/use-sent-count"

/** The intents of an item's forms. */
export type ReadinessIntent = "record" | "withdraw"

const badges = {
  complete: { tone: "ok", Icon: CircleCheck },
  expiring: { tone: "warn", Icon: Clock },
  expired: { tone: "bad", Icon: CircleAlert },
  missing: { tone: "bad", Icon: CircleAlert },
} as const satisfies Record<ReadinessState, object>

export interface ReadinessRowProps {
  entry: ReadinessEntry
  mayRecord: boolean
  resultOf: (intent: string) => FormResult | undefined
}

/** An item of the launch: its state, what shows it, and the forms that record and withdraw it. */
export function ReadinessRow({ entry, mayRecord, resultOf }: ReadinessRowProps) {
  const { t } = useTranslation("admin-readiness")
  const { item, state } = entry
  const { tone, Icon } = badges[state]
  const isOwn = (result: FormResult | undefined) => (result?.values?.item === item ? result : undefined)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-body font-semibold">{t(`items.${item}.title`)}</h3>
        <Badge tone={tone} icon={<Icon />}>
          {t(`states.${state}`)}
        </Badge>
      </div>
      <p className="mt-1 text-ui text-ink2">{t(`items.${item}.about`)}</p>
      <Facts entry={entry} />
      {mayRecord && (
        <div className="mt-4 flex flex-wrap items-start gap-3">
          <RecordForm entry={entry} result={isOwn(resultOf("record"))} />
          {entry.version !== "" && <Withdrawal entry={entry} result={isOwn(resultOf("withdraw"))} />}
        </div>
      )}
    </>
  )
}

/** The record of an item with its dates, or what is unfinished of it. */
function Facts({ entry }: { entry: ReadinessEntry }) {
  const { t } = useTranslation("admin-readiness")
  const locale = useLocale()
  const { item, state, reference, recorded_at, recorded_by, expires_at, unfinished } = entry
  const date = expires_at === null ? "" : formatDate(expires_at, locale, "date")
  const isPast = state === "expired"
  return (
    <>
      {reference !== null && <p className="mt-3 text-ui wrap-anywhere">{reference}</p>}
      {recorded_at !== null && (
        <p className="mt-1 text-meta text-mute">
          {recorded_by === null
            ? t("by_nobody", { date: formatDate(recorded_at, locale, "date") })
            : t("by", { date: formatDate(recorded_at, locale, "date"), name: recorded_by })}
          {" · "}
          {t(isPast ? "until_past" : "until", { date })}
        </p>
      )}
      {recorded_at === null && expires_at !== null && (
        <p className="mt-3 text-meta text-mute">{t(isPast ? "approved_past" : "approved_until", { date })}</p>
      )}
      {(item === "legal_pages" || item === "second_factors") && unfinished.length > 0 && (
        <p className="mt-3 text-ui wrap-anywhere">{t(`items.${item}.unfinished`, { list: unfinished.join(", ") })}</p>
      )}
    </>
  )
}

interface ItemFormProps {
  entry: ReadinessEntry
  result: FormResult | undefined
}

function RecordForm({ entry: { item, version }, result }: ItemFormProps) {
  const { t } = useTranslation("admin-readiness")
  const { form, field } = useFormResult(result)
  const sent = useSentCount(result)
  const name = t(`items.${item}.title`)
  return (
    <details key={sent} open={result?.isError ? true : undefined} className="open:w-full">
      <summary
        aria-label={t(version === "" ? "record_named" : "renew_named", { item: name })}
        className={classNames(buttonClass({ size: "small" }), "list-none")}
      >
        {t(version === "" ? "record" : "renew")}
      </summary>
      <Form ref={form} method="post" noValidate className="mt-4 max-w-xl space-y-4">
        <input type="hidden" name="item" value={item} />
        <input type="hidden" name="version" value={version} />
        <TextField
          {...field("reference")}
          required
          autoComplete="off"
          maxLength={300}
          label={t("reference")}
          hint={t("reference_hint")}
        />
        <Button type="submit" name="intent" value="record" variant="primary">
          {t("submit")}
        </Button>
      </Form>
    </details>
  )
}

function Withdrawal({ entry: { item, version }, result }: ItemFormProps) {
  const { t } = useTranslation("admin-readiness")
  const { form } = useFormResult(result)
  return (
    <details open={result?.isError ? true : undefined} className="open:w-full">
      <summary
        aria-label={t("withdraw_named", { item: t(`items.${item}.title`) })}
        className={classNames(buttonClass({ size: "small" }), "list-none")}
      >
        {t("withdraw")}
      </summary>
      <Form ref={form} method="post" className="mt-4 max-w-xl space-y-4">
        <input type="hidden" name="item" value={item} />
        <input type="hidden" name="version" value={version} />
        <p className="text-ui">{t("withdraw_sure")}</p>
        <Button type="submit" name="intent" value="withdraw" size="small" variant="danger">
          {t("withdraw_now")}
        </Button>
      </Form>
    </details>
  )
}
