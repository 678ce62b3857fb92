import { useNavigation } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import type { ConsentRequest } from "~/domain/verification/consent/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import type { LeaveResult } from "~/features/billing/leave-for-payment"
import { Prose } from "~/features/content/prose"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { EmptyState } from "~/ui/feedback/empty-state"
import { Checkbox } from "~/ui/form/checkbox"
import { Radio } from "~/ui/form/radio"
import { LeaveSite } from "~/ui/navigation/leave-site"

/** The intents of the page's forms. */
export type ConsentIntent = "check" | "sign" | "withdraw"

export interface ConsentViewProps {
  request: ConsentRequest
  /** Path of this page. */
  path: string
  resultOf: (intent: string) => LeaveResult | undefined
}

/** Page of a person depicted: their identity check, their answers, and the way to withdraw them. */
export function ConsentView({ request, path, resultOf }: ConsentViewProps) {
  const { t } = useTranslation("identity")
  const locale = useLocale()
  const { owner, items, text, expires_at, is_expired, identity } = request
  const canSign = !is_expired && identity === "verified" && text !== null && items.length > 0
  return (
    <div className="page-container pt-8 pb-16 md:pt-14">
      <h1 className="text-page-title wrap-anywhere">{t("consent.title", { name: owner })}</h1>
      <p className="measure mt-3 text-lead text-ink2">{t("consent.lead", { name: owner })}</p>
      {is_expired ? (
        <Banner tone="warn" fact={t("consent.expired")} className="mt-6 max-w-2xl">
          {t("consent.expired_text")}
        </Banner>
      ) : (
        <p className="mt-3 text-ui text-mute">{t("consent.until", { date: formatDate(expires_at, locale, "date") })}</p>
      )}
      {items.length === 0 && (
        <EmptyState title={t("consent.nothing")} isBoxed className="mt-8">
          {t("consent.nothing_text")}
        </EmptyState>
      )}
      <div className="mt-10 space-y-14">
        {!is_expired && items.length > 0 && <AdultCheck request={request} result={resultOf("check")} />}
        {text && items.length > 0 && (
          <section aria-labelledby="text">
            <h2 id="text" className="text-subsection">
              {text.title}
            </h2>
            <Prose html={text.html} lang={text.locale} className="measure mt-4" />
          </section>
        )}
        {items.length > 0 && <Answers request={request} path={path} canSign={canSign} result={resultOf("sign")} />}
        {items.some(({ state }) => state === "granted" || state === "requested") && (
          <WithdrawAll result={resultOf("withdraw")} />
        )}
      </div>
    </div>
  )
}

function AdultCheck({ request, result }: { request: ConsentRequest; result: LeaveResult | undefined }) {
  const { t } = useTranslation("identity")
  useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "check"
  const { identity, can_check } = request
  const isOver = ["verified", "refused", "processing"].includes(identity)
  return (
    <section aria-labelledby="adult">
      <h2 id="adult" className="text-subsection">
        {t("consent.adult")}
      </h2>
      {identity === "verified" ? (
        <p className="mt-4 flex items-start gap-2.5 text-body font-medium">
          <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ok" />
          {t("consent.adult_done")}
        </p>
      ) : (
        <p className="measure mt-3 text-body text-ink2">{t(`consent.adult_states.${identity}`)}</p>
      )}
      {result?.leave ? (
        <LeaveSite to={result.leave} text={t("leave.text")} link={t("leave.link")} />
      ) : (
        <>
          <FormNotice result={result} />
          {!isOver && can_check && (
            <Form method="post" className="mt-5">
              <Button type="submit" name="intent" value="check" variant="primary" isBusy={isBusy}>
                {t("consent.adult_start")}
              </Button>
            </Form>
          )}
          {!isOver && !can_check && <p className="mt-3 text-ui text-mute">{t("consent.adult_later")}</p>}
        </>
      )}
    </section>
  )
}

interface AnswersProps {
  request: ConsentRequest
  path: string
  canSign: boolean
  result: FormResult | undefined
}

function Answers({ request: { items, text }, path, canSign, result }: AnswersProps) {
  const { t } = useTranslation("identity")
  const { form, tick } = useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "sign"
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="text-subsection">
        {t("consent.answers")}
      </h2>
      <Form ref={form} method="post" noValidate className="mt-4">
        <input type="hidden" name="version" value={text?.version ?? 0} />
        <ul className="divide-y divide-line border-y border-line">
          {items.map((item, index) => (
            <AnswerRow key={item.id} item={item} path={path} canSign={canSign} number={index + 1} />
          ))}
        </ul>
        {canSign ? (
          <div className="mt-6 space-y-5">
            <Checkbox {...tick("accepts")} label={t("consent.accepts")} required />
            <FormNotice result={result} />
            <Button type="submit" name="intent" value="sign" variant="primary" isBusy={isBusy}>
              {t("consent.sign")}
            </Button>
          </div>
        ) : (
          <FormNotice result={result} />
        )}
      </Form>
      {/* Their buttons stand in the list above. */}
      {items.map(({ id }) => (
        <Form key={id} id={`withdraw-${id}`} method="post">
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="media" value={id} />
        </Form>
      ))}
    </section>
  )
}

interface AnswerRowProps {
  item: ConsentRequest["items"][number]
  path: string
  number: number
  canSign: boolean
}

function AnswerRow({ item: { id, kind, state, may_download, has_picture }, path, number, canSign }: AnswerRowProps) {
  const { t } = useTranslation("identity")
  const name = t(`declare.${kind}`, { number })
  return (
    <li className="py-5 sm:flex sm:gap-6">
      {has_picture ? (
        <img
          src={`${path}/pictures/${id}`}
          alt={name}
          width={128}
          height={160}
          loading="lazy"
          className="aspect-[4/5] w-32 shrink-0 rounded-card bg-sunk object-cover"
        />
      ) : (
        <span className="block aspect-[4/5] w-32 shrink-0 rounded-card bg-sunk" />
      )}
      <fieldset className="mt-4 min-w-0 grow sm:mt-0">
        <legend className="text-ui font-medium">
          {name} · {t(`consent.states.${state}`)}
        </legend>
        {canSign && (
          <div className="mt-3 space-y-3">
            <Radio
              name={`publish-${id}`}
              value="yes"
              defaultChecked={state === "granted"}
              label={t("consent.publish_yes")}
              required
            />
            <Radio
              name={`publish-${id}`}
              value="no"
              defaultChecked={state === "refused" || state === "withdrawn"}
              label={t("consent.publish_no")}
              required
            />
            <Checkbox
              name={`download-${id}`}
              defaultChecked={may_download === true}
              label={t("consent.download")}
              description={t("consent.download_text")}
            />
          </div>
        )}
        {state === "granted" && (
          <Button type="submit" form={`withdraw-${id}`} variant="danger" className="mt-4">
            {t("consent.withdraw")}
            <span className="sr-only">: {name}</span>
          </Button>
        )}
      </fieldset>
    </li>
  )
}

function WithdrawAll({ result }: { result: FormResult | undefined }) {
  const { t } = useTranslation("identity")
  useFormResult(result)
  return (
    <section aria-labelledby="withdraw" className="border-t border-line pt-6">
      <h2 id="withdraw" className="text-subsection">
        {t("consent.withdraw_all")}
      </h2>
      <p className="measure mt-2 text-body text-ink2">{t("consent.withdraw_text")}</p>
      <FormNotice result={result} />
      <Form method="post" className="mt-4">
        <Button type="submit" name="intent" value="withdraw" variant="danger">
          {t("consent.withdraw_everything")}
        </Button>
      </Form>
    </section>
  )
}
