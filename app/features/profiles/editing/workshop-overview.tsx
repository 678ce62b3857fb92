import { useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { dayParts, weekDays } from "~/domain/profiles/content/rhythm"
import { availabilityHours } from "~/domain/profiles/editing/choices"
import { photoOf } from "~/domain/profiles/editing/photo-field"
import type { ChecklistItem, PublicationProblem, Workshop } from "~/domain/profiles/editing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { ContestLink } from "~/features/decisions/contest-link"
import { formatDate, formatLanguage, formatTime } from "~/i18n/format"
import { locales } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { formatWeekday } from "~/i18n/weekday"
import { type FormResult, useFormResult, useFormResults } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, ButtonLink } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { Select } from "~/ui/form/select"
import { AppLink } from "~/ui/navigation/app-link"
import { pageOfField, pageOfItem } from "./editor-links"
import { ItemStateIcon } from "./studio/item-state"
import { isUnsent, useUnreadDrafts } from "./translation/unread-drafts"

/** The intents of the overview's forms. */
export type WorkshopIntent = "submit" | "publish" | "pause" | "withdraw" | "available"

const actions = ["submit", "publish", "pause", "withdraw"] as const

/** The state of the owner's profile, what is missing, and everything that they can do with it. */
export function WorkshopOverview({ workshop, now }: { workshop: Workshop; now: number }) {
  const { t } = useTranslation("workshop")
  const locale = useLocale()
  const results = useFormResults()
  const result = actions.map((act) => results(act)).find(Boolean)
  useFormResult(result)
  const { unread } = useUnreadDrafts(workshop.fields)
  // The page stays when its changes are submitted.
  const unreadCount = [...unread].filter((field) => isUnsent(workshop.fields[field])).length
  const { name, slug, state, reason, comment, submitted_at, checklist, moves, draft_count } = workshop
  const isFirst = !["published", "paused", "approved", "suspended"].includes(state)
  return (
    <>
      <h1 className="text-page-title wrap-anywhere">{name}</h1>
      <p className="measure mt-4 text-lead text-ink2">{t(`overview.lead.${state}`)}</p>
      {submitted_at !== null && (
        <p className="mt-2 text-ui text-mute">
          {t("overview.submitted_at", { date: formatDate(submitted_at, locale, "date") })}
        </p>
      )}
      {reason && (
        <section
          aria-labelledby="from-team"
          className="measure mt-6 rounded-panel border border-line bg-surface px-5 py-4"
        >
          <h2 id="from-team" className="text-meta font-semibold">
            {t("overview.from_team")}
          </h2>
          <p className="mt-1 text-body wrap-anywhere whitespace-pre-line">
            {t(`reasons.${reason}`)} {comment}
          </p>
          <ContestLink />
        </section>
      )}
      <FormNotice result={result} />
      <Problems result={result} undeclared={workshop.undeclared_count} />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {moves.includes("publish") && <ActionButton action="publish">{t("acts.publish")}</ActionButton>}
        {moves.includes("submit") && (
          <ActionButton action="submit">{t(isFirst ? "acts.submit" : "acts.submit_edits")}</ActionButton>
        )}
        <ButtonLink to="/profile/escort/preview">{t("overview.preview")}</ButtonLink>
        {state === "published" && <ButtonLink to={`/escorts/${slug}`}>{t("overview.view")}</ButtonLink>}
        {draft_count > 0 && <p className="text-ui text-ink2">{t("overview.drafts", { count: draft_count })}</p>}
      </div>
      {unreadCount > 0 && (
        <p className="mt-4 text-ui">
          <AppLink to="/profile/escort/words#texts" className="link">
            {t("overview.unread", { count: unreadCount })}
          </AppLink>
        </p>
      )}
      <div className="mt-12 grid items-start gap-x-12 gap-y-12 lg:grid-cols-2">
        <Checklist items={checklist} undeclared={workshop.undeclared_count} />
        <AvailabilitySection workshop={workshop} now={now} />
      </div>
      {(moves.includes("pause") || moves.includes("withdraw")) && (
        <section aria-labelledby="stop" className="mt-14 border-t border-line pt-6">
          <h2 id="stop" className="text-subsection">
            {t("acts.stop")}
          </h2>
          <div className="mt-5 grid gap-8 md:grid-cols-2">
            {(["pause", "withdraw"] as const)
              .filter((act) => moves.includes(act))
              .map((act) => (
                <div key={act}>
                  <p className="measure text-ui text-ink2">{t(`acts.${act}_text`)}</p>
                  <div className="mt-4">
                    <ActionButton action={act}>{t(`acts.${act}`)}</ActionButton>
                  </div>
                </div>
              ))}
          </div>
          <p className="mt-8 text-ui">
            <AppLink to="/profile/escort/hiding" className="link touch-target">
              {t("acts.hide")}
            </AppLink>
          </p>
        </section>
      )}
    </>
  )
}

function ActionButton({ action: act, children }: { action: (typeof actions)[number]; children: ReactNode }) {
  const { formData } = useNavigation()
  const variant = act === "withdraw" ? "danger" : act === "pause" ? "secondary" : "primary"
  return (
    <Form method="post" action="/profile/escort">
      <Button type="submit" name="intent" value={act} variant={variant} isBusy={formData?.get("intent") === act}>
        {children}
      </Button>
    </Form>
  )
}

/** The fields to look at again, each a link to its place. */
function Problems({ result, undeclared }: { result: FormResult | undefined; undeclared: number }) {
  const { t } = useTranslation("workshop")
  const errors = useTranslation("errors").t
  const locale = useLocale()
  const problems = Object.entries(result?.problems ?? {})
  const labelOf = (field: string) => {
    if (photoOf(field) !== null) return t("fields.photo_alt")
    if (field === "people") return t("overview.undeclared", { count: undeclared })
    const [name, code] = field.split(".") as ["about", string | undefined]
    if (field === "texts") return t("items.texts")
    const label = field === "photos" ? t("items.photo") : t(`fields.${name}`)
    return code && locales.some((one) => one.code === code) ? `${label} · ${formatLanguage(code, locale)}` : label
  }
  if (problems.length === 0) return null
  return (
    <section aria-labelledby="problems" className="mt-6 rounded-panel border border-line bg-surface px-5 py-4">
      <h2 id="problems" className="text-meta font-semibold">
        {t("acts.problems")}
      </h2>
      <ul className="mt-2 space-y-2 text-ui">
        {problems.map(([field, [problem]]) => (
          <li key={field}>
            <AppLink to={pageOfField(field)} className="link">
              {labelOf(field)}
            </AppLink>{" "}
            <span className="text-ink2">{problem && errors(`fields.${problem}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Checklist({ items, undeclared }: { items: ChecklistItem[]; undeclared: number }) {
  const { t } = useTranslation("workshop")
  const open = items.filter(({ state }) => state !== "done")
  const done = items.filter(({ state }) => state === "done")
  return (
    <section aria-labelledby="checklist">
      <h2 id="checklist" className="text-subsection">
        {t("overview.checklist")}
      </h2>
      {open.length === 0 && (
        <p className="mt-3 flex items-center gap-2.5 text-ui">
          <ItemStateIcon state="done" className="size-4.5" />
          {t("overview.complete")}
        </p>
      )}
      {open.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {open.map(({ item, state }) => (
            <li key={item} className="flex items-start gap-3 py-3 text-ui">
              <ItemStateIcon state={state} className="mt-0.5 size-4.5" />
              <span className="min-w-0 grow">
                <ItemName item={item} isLinked={state !== "awaited"} />
                {item === "consent" && undeclared > 0 && (
                  <span className="mt-1 block text-meta text-mute">
                    {t("overview.undeclared", { count: undeclared })}
                  </span>
                )}
              </span>
              <span className="text-meta text-mute">{t(`item_states.${state}`)}</span>
            </li>
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <details className="mt-3">
          <summary className="link touch-target inline-flex cursor-pointer text-ui">
            {t("overview.done", { count: done.length })}
          </summary>
          <ul className="mt-3 space-y-2 text-ui text-mute">
            {done.map(({ item }) => (
              <li key={item} className="flex items-start gap-3">
                <ItemStateIcon state="done" className="mt-0.5 size-4.5" />
                {t(`items.${item}`)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {/* For every owner, always, and never ticked: it must not show whether they have answered. */}
      <p className="mt-4 text-ui text-ink2">
        {t("overview.help")}{" "}
        <AppLink to="/profile/help" className="link">
          {t("overview.help_link")}
        </AppLink>
      </p>
    </section>
  )
}

function ItemName({ item, isLinked }: { item: PublicationProblem; isLinked: boolean }) {
  const { t } = useTranslation("workshop")
  const to = pageOfItem[item]
  if (!isLinked || !to) return <>{t(`items.${item}`)}</>
  return (
    <AppLink to={to} className="link">
      {t(`items.${item}`)}
    </AppLink>
  )
}

function AvailabilitySection({
  workshop: { available_until: until, rhythm },
  now,
}: {
  workshop: Workshop
  now: number
}) {
  const { t } = useTranslation("workshop")
  const locale = useLocale()
  const result = useFormResults()("available")
  useFormResult(result)
  const isBusy = useNavigation().formData?.get("intent") === "available"
  const isAvailable = until !== null && until > now
  return (
    <section aria-labelledby="available">
      <h2 id="available" className="text-subsection">
        {t("available.title")}
      </h2>
      <p className="mt-2 text-ui text-ink2">{t("available.lead")}</p>
      <p className="mt-2 text-ui">
        {isAvailable
          ? t("available.now", { date: formatDate(until, locale, "date"), time: formatTime(until, locale) })
          : t("available.not_now")}
      </p>
      <FormNotice result={result} />
      <Form method="post" action="/profile/escort" className="mt-5">
        <Select
          name="hours"
          label={t("available.for")}
          hint={t("available.for_hint")}
          options={[
            { value: "keep", label: t("available.choices.keep") },
            ...availabilityHours.map((hours) => ({ value: String(hours), label: t(`available.choices.${hours}`) })),
          ]}
          className="sm:max-w-72"
        />
        <fieldset className="mt-6 min-w-0">
          <legend className="text-meta font-medium">{t("available.rhythm")}</legend>
          <div className="mt-3 overflow-x-auto">
            <table className="w-full text-ui">
              <thead>
                <tr>
                  <td />
                  {dayParts.map((part) => (
                    <th key={part} scope="col" className="px-2 pb-2 text-left text-meta font-normal text-mute">
                      {t(`available.parts.${part}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weekDays.map((day, at) => (
                  <tr key={day} className="border-t border-line">
                    <th scope="row" className="py-2 pr-3 text-left font-normal">
                      {formatWeekday(at, locale)}
                    </th>
                    {dayParts.map((part) => (
                      <td key={part} className="px-2 py-2.5">
                        <Checkbox
                          name={`${day}-${part}`}
                          label={`${formatWeekday(at, locale)}, ${t(`available.parts.${part}`)}`}
                          isLabelHidden
                          defaultChecked={rhythm.includes(`${day}-${part}`)}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </fieldset>
        <Button type="submit" name="intent" value="available" isBusy={isBusy} className="mt-5">
          {t("available.save")}
        </Button>
      </Form>
      <p className="mt-6 text-ui">
        <AppLink to="/profile/escort/calendar" className="link touch-target">
          {t("available.calendar")}
        </AppLink>
      </p>
    </section>
  )
}
