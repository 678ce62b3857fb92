import { read } from "~/db/client.server"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import type { Actor } from "../../core/actor/actor"
import { isPermitted, requireStaff } from "../../core/actor/guards"
import { auditedList } from "../../core/audit/entries.server"
import { listAuditLog } from "../../core/audit/log.server"
import type { AuditFilters } from "../../core/audit/schema"
import { isSensitive } from "../../core/audit/sensitive"
import type { Ctx } from "../../core/context"
import { decodeKeyset, pageOf } from "../../core/shared/keyset-cursor"
import { addDays, startOfDay } from "../../core/shared/site-days"
import { findResource, resources } from "../records/registry.server"
import { type ActionKind, isKitVerb, isOwn, kindOf, kitVerbs, ownActions, partsOf, systemPerson } from "./actions"
import { isRecord, targetPages } from "./links"
import * as queries from "./queries.server"
import type { SentencePart, TrailEntry, TrailPerson, TrailQuery } from "./schema"

const pageLength = 50

/** Returns the names of all actions of a group. */
export function actionsOf(kind: ActionKind): string[] {
  const own = ownActions.filter((action) => kindOf(partsOf(action).noun) === kind)
  const ofKit = resources
    .filter(({ name }) => kindOf(name) === kind)
    .flatMap(({ name, acts = [] }) => [...kitVerbs, ...acts.map((act) => act.name)].map((verb) => `${name}.${verb}`))
  return [...new Set([...own, ...ofKit])]
}

interface TrailPage {
  data: TrailEntry[]
  next_cursor: string | null
  people: TrailPerson[]
}

/**
 * Lists what staff did and read in the last 90 days in words, latest first: a page of 50, and who did something. Two round
 * trips. Throws what `requireStaff` does, and `cursor.invalid`.
 */
export async function listTrail(ctx: Ctx, query: TrailQuery, cursor: string | null): Promise<TrailPage> {
  requireStaff(ctx, "audit.read")
  const before = cursor === null ? null : decodeKeyset(cursor, { ...query }).at
  const isSearch = Object.values(query).some((filter) => filter !== undefined)
  const [rows, people] = await auditedList(
    ctx,
    { action: "audit.list", target: { kind: "audit", id: "list" }, isSearch, cursor },
    (db) => read(db, queries.selectTrail(filtersOf(query), before, pageLength + 1), queries.selectPeople()),
  )
  const { shown, next_cursor } = pageOf(rows, pageLength, ({ seq }) => ({ at: seq, id: String(seq) }), { ...query })
  return {
    data: await inWords(ctx, shown),
    next_cursor,
    people: people.map(({ id, name }) => ({ id, name: name ?? id })),
  }
}

function filtersOf({ person, kind, find, from, to }: TrailQuery): queries.TrailFilters {
  return {
    person: person === systemPerson ? null : person,
    actions: kind && actionsOf(kind),
    find,
    from: from === undefined ? undefined : startOfDay(from),
    to: to === undefined ? undefined : startOfDay(addDays(to, 1)),
  }
}

/** Lists entries as `listAuditLog` does, with those of years ago, in words. */
export async function listWholeTrail(
  ctx: Ctx,
  filters: AuditFilters,
  cursor: string | null,
): Promise<{ data: TrailEntry[]; next_cursor: string | null }> {
  const { data, next_cursor } = await listAuditLog(ctx, filters, cursor)
  const rows = data.map(({ target, details, ...row }) => ({
    ...row,
    target_kind: target.kind,
    target_id: target.id,
    details: JSON.stringify(details),
  }))
  return { data: await inWords(ctx, rows), next_cursor }
}

type Row = Omit<queries.TrailRow, "name"> & { name?: string | null }

/** Returns entries in the reader's language, with the names of the records that the reader may open. */
async function inWords(ctx: Ctx, rows: readonly Row[]): Promise<TrailEntry[]> {
  const names = await namesOf(ctx, rows)
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at,
    person: row.actor_id ?? systemPerson,
    sentence: sentenceOf(ctx, row, names),
    reason: row.reason,
    action: row.action,
    target: `${row.target_kind} ${row.target_id}`,
    details: row.details,
  }))
}

type Names = ReadonlyMap<string, string>
const keyOf = (kind: string, id: string) => `${kind} ${id}`

/** Reads the names of the targets: one round trip. Those of what is sensitive are members' and profiles' alone. */
async function namesOf({ db, actor, locale }: Ctx, rows: readonly Row[]): Promise<Names> {
  const kinds = [...new Set(rows.map((row) => row.target_kind))]
  const asked = kinds.flatMap((kind) => {
    const own = rows.filter((row) => row.target_kind === kind && isRecord(row.target_id))
    const statement = selectNames(actor, kind, [...new Set(own.map((row) => row.target_id))], locale)
    return own.length > 0 && statement ? [{ kind, statement }] : []
  })
  const people = [...new Set(rows.flatMap(({ actor_id, name }) => (actor_id && name === undefined ? [actor_id] : [])))]
  if (people.length > 0) asked.push({ kind: systemPerson, statement: queries.selectMemberNames(people) })
  if (asked.length === 0) return new Map()
  const found = await read(db, ...asked.map(({ statement }) => statement))
  return new Map(
    asked.flatMap(({ kind }, index) =>
      (found[index] ?? []).flatMap(({ id, name }) => (name ? [[keyOf(kind, String(id)), name] as const] : [])),
    ),
  )
}

function selectNames(actor: Actor, kind: string, ids: readonly string[], locale: Locale) {
  const page = targetPages[kind]
  if (page) {
    if (!isPermitted(actor, page.read)) return null
    if (page === targetPages.member) return queries.selectMemberNames(ids)
    return page === targetPages.profile ? queries.selectProfileNames(ids) : null
  }
  const resource = findResource(kind)
  const mayName = resource && !isSensitive(resource.read) && isPermitted(actor, resource.read)
  return mayName ? queries.selectTitles(resource, ids, locale) : null
}

/** A place in a sentence that no text has. */
const mark = "\u0001"

/** Returns the sentence of an entry, with its record as a part. An action that is not known any more is named as stored. */
export function sentenceOf(ctx: Pick<Ctx, "actor" | "locale">, row: Row, names: Names): SentencePart[] {
  const t = translator(ctx.locale, "audit-sentences")
  const { action, target_kind: kind, target_id: id } = row
  const { noun, verb } = partsOf(action)
  const resource = findResource(noun)
  const act = resource?.acts?.find(({ name }) => name === verb)
  const who = row.actor_id ? (row.name ?? names.get(keyOf(systemPerson, row.actor_id)) ?? row.actor_id) : t("system")
  const values = { who, record: mark, many: resource?.many[ctx.locale], act: act?.label[ctx.locale] }
  const sentence = () => {
    if (isOwn(action)) return t(`own.${action}`, values)
    if (resource && isKitVerb(verb)) return t(`kit.${verb}`, values)
    return resource && act ? t("kit.act", values) : t("other", { ...values, act: action })
  }
  const [before = "", after = ""] = sentence().split(mark)
  const page = pageOfTarget(ctx.actor, kind, id)
  const record = { text: names.get(keyOf(kind, id)) ?? id, to: page }
  const isNamed = sentence().includes(mark)
  return [{ text: before, to: null }, ...(isNamed ? [record, { text: after, to: null }] : [])].filter(
    ({ text }) => text !== "",
  )
}

function pageOfTarget(actor: Actor, kind: string, id: string): string | null {
  if (!isRecord(id)) return null
  const page = targetPages[kind]
  if (page) return isPermitted(actor, page.read) ? page.to(id) : null
  const resource = findResource(kind)
  if (!resource || !isPermitted(actor, resource.read)) return null
  return resource.page?.(id) ?? `/dashboard/admin/${resource.name}/${id}`
}
