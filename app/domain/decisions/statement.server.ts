import { trustedJson } from "~/db/statements/json"
import { formatDate, formatTime } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import { contestableUntil, type Decision, isContestable, textOfField } from "./kinds"
import type { DecisionRow } from "./queries.server"

/**
 * Returns the statement of reasons of a decision in a language (DSA, article 17): what, where and for how long, the rule,
 * the facts, whether the system found or decided it, and how to contest it. Nothing of it names who reported.
 */
export function composeStatement(row: DecisionRow, locale: Locale, now: number): Decision {
  const { kind, source, facts, ends_at, created_at } = row
  const t = translator(locale, "decisions")
  const until = ends_at === null ? "" : `${formatDate(ends_at, locale, "date")}, ${formatTime(ends_at, locale)}`
  const grounds = trustedJson(row.ground)
  const text = textOfField(row.field)
  const isAutomatic = row.is_automatic === 1
  const end = contestableUntil(created_at)
  return {
    reference: row.reference,
    kind,
    state: row.state,
    created_at,
    appeal: row.appeal,
    source,
    is_automatic: isAutomatic,
    effect: t(`v1.effect.${kind}`, {
      until,
      report: row.report ?? "",
      text: text === null ? "" : t(`v1.texts.${text}`),
      person: row.person ?? "",
    }),
    ground: grounds[locale] ?? Object.values(grounds)[0] ?? { name: t("v1.ground.name"), text: t("v1.ground.text") },
    facts: facts === null ? [factsOf(row, locale)] : facts.split(/\n{2,}/),
    method: methodOf(row, locale),
    contest: {
      until: end - 1,
      is_open: row.appeal === null && isContestable(row) && now < end,
      appeal:
        row.appeal === null
          ? null
          : {
              body: row.appeal_body ?? "",
              state: row.appeal,
              answer: row.appeal_answer,
              created_at: row.appealed_at ?? 0,
            },
    },
  }
}

/** Returns the facts of a decision without any of staff. Those of an identity check do not reveal its outcome (trust-safety R3). */
function factsOf({ kind, is_automatic }: DecisionRow, locale: Locale): string {
  const t = translator(locale, "decisions")
  if (kind === "identity_refused") return t("v1.facts.identity_refused")
  if (kind === "consent_withdrawn") return t("v1.facts.consent_withdrawn")
  return is_automatic === 1 ? t("v1.facts.automatic") : t("v1.facts.none")
}

function methodOf({ kind, is_automatic, source }: DecisionRow, locale: Locale): string {
  const t = translator(locale, "decisions")
  if (kind === "notice_refused") return t("v1.method.notice_refused")
  if (kind === "identity_refused") return t(is_automatic === 1 ? "v1.method.check" : "v1.method.staff")
  if (kind === "consent_withdrawn" && is_automatic === 1) return t("v1.method.consent_withdrawn")
  return is_automatic === 1 ? t("v1.method.automatic") : t(`v1.method.${source}`)
}
