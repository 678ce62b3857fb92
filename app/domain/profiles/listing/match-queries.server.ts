import { type SQL, sql } from "drizzle-orm"
import { busyTag, offTag, priceTags, tagStart, timeTag, tourTag } from "~/db/search/search-tags"
import { foldLigatures } from "~/i18n/fold-text"
import { completeLocale, type Locale } from "~/i18n/locales"
import type { Reader } from "../../chat/hiding/reader.server"
import { wordsQuery } from "../../core/shared/words-query"
import { weekDayOf } from "../calendar/days"
import { dayParts, partsOfTime } from "../content/rhythm"
import type { ListingFilter } from "../schema"
import { tellingWords } from "../search/vocabulary"
import { valuesOf } from "./filter-values"

/** A filter as it is asked for on a day (YYYY-MM-DD): who is on tour in a city today is listed there. */
export interface DatedFilter extends ListingFilter {
  today: string
  /** Only those on tour in the places of the filter who are at home elsewhere. */
  isTouring?: true
  /** Of a search by words: only those with a service that one of the words names, or only the others. */
  rank?: Rank
}

/** Of a search by words: who offers a service that one of the words names comes before who has the words elsewhere. */
export type Rank = "service" | "other"

/** The day that a list shows profiles on: the one that is asked for, or today. */
const dayIn = ({ on, today }: DatedFilter) => on ?? today

const tagged = (tag: string) => `${tagStart}${tag}`

/** Returns the part of a full-text query of tags that leaves out the profiles hidden from the reader's country, but their own. */
export function outsideCountry({ country, ownProfileId }: Reader): SQL {
  if (country === null) return sql``
  const tag = (value: string) => `"${tagStart}${value}"`
  const hidden = tag(`h${country}`)
  return sql` || ${` NOT ${ownProfileId === null ? hidden : `(${hidden} NOT ${tag(`p${ownProfileId}`)})`}`}`
}

/**
 * Builds the part of a full-text query that finds any of these tags, null without any: one bound text, since D1 nests expressions to a
 * depth of 100.
 */
function anyTag(tags: string[]): SQL | null {
  return tags.length === 0 ? null : sql`${`(${tags.map(tagged).join(" OR ")})`}`
}

/** Builds the part that finds any of the records with these slugs, by their ids; it finds nobody for unknown ones. */
function anyIdTag(kind: string, from: SQL, filter: string | undefined): SQL | null {
  return valuesOf(filter).length === 0 ? null : idTags(kind, sql`${from} WHERE slug IN ${listOf(filter)}`)
}

const idTags = (kind: string, from: SQL) =>
  sql`(SELECT '(' || coalesce(group_concat(${tagged(kind)} || id, ' OR '), 'none') || ')' ${from})`

/** SQL list of a filter's values, for `IN`. */
const listOf = (filter: string | undefined) =>
  sql`(${sql.join(
    valuesOf(filter).map((value) => sql`${value}`),
    sql`, `,
  )})`

/** SQL condition on the cities that a filter's places have; null without any. */
function isAsked({ city, region }: ListingFilter, slug: SQL, regionSlug: SQL): SQL | null {
  if (city) return sql`${slug} IN ${listOf(city)}`
  return region ? sql`${regionSlug} IN ${listOf(region)}` : null
}

/**
 * Builds the part that finds who is in any of these places: on a date those at home there who are not on tour, and those on tour there;
 * without one those at home there, on tour or not, and those on tour there today.
 */
function inPlaces(filter: DatedFilter, home: SQL | null, cities: SQL): SQL | null {
  if (home === null) return null
  const day = dayIn(filter)
  const touring = idTags(tourTag(day, ""), sql`FROM cities WHERE ${cities}`)
  if (filter.isTouring) return sql`'(' || ${touring} || ' NOT ' || ${home} || ')'`
  if (filter.on === undefined) return sql`'(' || ${home} || ' OR ' || ${touring} || ')'`
  return sql`'((' || ${home} || ${` NOT ${tagged(tourTag(day))}) OR `} || ${touring} || ')'`
}

/** Builds the part that finds who is free on a day, or in one part of it (app/domain/profiles/calendar/free-days.ts says the same of one profile). */
function freeOn(day: string, when: ListingFilter["when"]): string {
  const asked = when && partsOfTime(when).part
  const weekDay = weekDayOf(day)
  // An owner who states no usual week is on tour in all parts of its days.
  const alwaysOnTour = `(${tagged(tourTag(day))} NOT (${dayParts.map((part) => tagged(timeTag(part))).join(" OR ")}))`
  const parts = (asked ? [asked] : dayParts).map((part) => {
    const usual = tagged(timeTag(`${weekDay}-${part}`))
    return `((${usual} OR ${alwaysOnTour}) NOT ${tagged(busyTag(day, part))})`
  })
  return `((${parts.join(" OR ")}) NOT ${tagged(offTag(day))})`
}

/** Builds the part that finds who offers a service that one of the words names, by the beginning of a word. */
function anyServiceNamed(locale: Locale, words: string): SQL {
  const typed = [words, foldLigatures(words)].map((text) => wordsQuery(text, "OR") ?? '"none"').join(" OR ")
  return sql`(SELECT '(' || coalesce(group_concat(${tagged("s")} || service_id, ' OR '), 'none') || ')' FROM service_texts
    WHERE locale = ${completeLocale(locale)} AND rowid IN (SELECT rowid FROM search_service_texts WHERE search_service_texts MATCH ${typed}))`
}

/**
 * Builds a filter's full-text query in SQL, which maps slugs to ids. User input is always a bound value: words are
 * quoted by wordsQuery, slugs of regions and languages contain letters and digits only.
 */
export function matchOf(reader: Reader, locale: Locale, filter: DatedFilter): SQL {
  const letters = (text: string) => text.replace(/[^a-z0-9]/g, "")
  const { min_price: from, max_price: to, on, when, q, rank } = filter
  const words = q === undefined ? undefined : tellingWords(q)
  const named = words !== undefined && rank ? anyServiceNamed(locale, words) : null
  const regions = anyTag(valuesOf(filter.region).map((region) => `r${letters(region)}`))
  const prices = from === undefined && to === undefined ? [] : priceTags(from, to)
  // A profile has one tag of each group.
  const groups = [
    anyTag(["all"]),
    inPlaces(filter, anyIdTag("c", sql`FROM cities`, filter.city), sql`slug IN ${listOf(filter.city)}`),
    inPlaces(filter, regions, sql`region_slug IN ${listOf(filter.region)}`),
    anyIdTag("k", sql`FROM service_categories`, filter.category),
    anyIdTag("s", sql`FROM services`, filter.service),
    anyTag(valuesOf(filter.language).map((language) => `l${letters(language)}`)),
    on === undefined ? anyTag(when ? [timeTag(when)] : []) : sql`${freeOn(on, when)}`,
    anyTag(filter.verified ? ["verified"] : []),
    anyTag(filter.available ? ["available"] : []),
    anyTag(prices),
    rank === "service" ? named : null,
  ].filter((group) => group !== null)
  const others = rank === "other" && named ? sql` || ' NOT ' || ${named}` : sql``
  const tags = sql`'tags : (' || ${sql.join(groups, sql` || ' AND ' || `)}${outsideCountry(reader)}${others} || ')'`
  if (words === undefined) return tags
  return sql`${tags} || ' AND {' || ${completeLocale(locale)} || '} : (' || ${wordsQuery(foldLigatures(words)) ?? '"none"'} || ')'`
}

/** SQL id of the one of several asked occasions that a listed profile (`l`) has, its main one if it can be. */
export function occasionOf({ category }: ListingFilter): SQL {
  if (valuesOf(category).length < 2) return sql`NULL`
  const asked = sql`SELECT id FROM service_categories WHERE slug IN ${listOf(category)}`
  return sql`(SELECT j.value FROM json_each(l.categories) AS j WHERE j.value IN (${asked}) ORDER BY j.value = (l.card ->> 'category_id') DESC LIMIT 1)`
}

/** SQL of a column, or of columns as JSON, of the tour that a profile is on that day. */
const onTour = (
  filter: DatedFilter,
  profileId: SQL,
  shown: SQL,
  where: SQL,
) => sql`(SELECT ${shown} FROM calendar_entries AS e
  JOIN cities AS c ON c.id = e.city_id
  WHERE e.profile_id = ${profileId} AND e.kind = 'tour' AND e.first_day <= ${dayIn(filter)} AND e.last_day >= ${dayIn(filter)} AND ${where} LIMIT 1)`

/** SQL JSON of the tour that a card names: on a date any, without one those in the places that are asked for. */
export function tourOf(filter: DatedFilter, profileId: SQL): SQL {
  const where = isAsked(filter, sql`c.slug`, sql`c.region_slug`)
  if (where === null && filter.on === undefined) return sql`NULL`
  const shown = sql`json_object('city_id', e.city_id, 'last_day', e.last_day)`
  return onTour(filter, profileId, shown, filter.on === undefined && where ? where : sql`true`)
}

/** SQL id of the city that a listed profile (`l`) is counted in: on a date that of its tour. */
export function cityOn(filter: DatedFilter): SQL {
  if (filter.on === undefined) return sql`l.city_id`
  return sql`coalesce(${onTour(filter, sql`l.profile_id`, sql`e.city_id`, sql`true`)}, l.city_id)`
}
