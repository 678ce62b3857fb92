import { completeLocales } from "../i18n/locales.ts"
import { ligatures } from "../lib/ligatures.ts"
import { auditGuards } from "./audit/audit-guards.ts"
import { personalReadTriggers } from "./audit/personal-reads.ts"
import { calendarChanges, calendarDays } from "./calendar-days.ts"
import { cardColumns } from "./content-scopes.ts"
import { figureTriggers } from "./counts.ts"
import { dayParts, weekDays } from "./enums.ts"
import { epochTriggers, takedownTriggers } from "./epoch.ts"
import { guards, type Trigger } from "./guards.ts"
import { turnsOfPrice } from "./listing-places.ts"
import { profileDays } from "./profile-days.ts"
import { publicationProblems } from "./publication.ts"
import { recheckTriggers } from "./rechecks.ts"
import { alertTriggers } from "./search/alert-triggers.ts"
import { textIndexes, textRefills, textTriggers } from "./search/name-search.ts"
import { calendarTags, pricePlace, tagStart, timeTag } from "./search/search-tags.ts"
import { shownTextFirstSql } from "./whole-texts.ts"

/**
 * Everything of the database that drizzle-kit does not know: the search indexes, the views behind them, and the triggers. A change here
 * needs a migration, which `npm run triggers` writes; a test holds the migrated database to it.
 */
export interface SchemaObject {
  type: "table" | "view" | "trigger"
  name: string
  /** As SQLite stores it, up to white space. */
  sql: string
  /** The statement that fills a new search index. */
  fill?: string
}

/** Of the columns of words. Readers of a language in progress search those of the default language, so that no migration comes with it. */
const languages = completeLocales.map(({ code }) => code)

const listingColumns = `profile_id, newest, price, region, categories, facets, ${cardColumns.join(", ")}, headline, hidden_from`

/** The profile's row in the listing is written again, with its place in the search indexes and its counts. */
const relist = (profileId: string) => [
  `DELETE FROM listings WHERE profile_id = ${profileId}`,
  `INSERT INTO listings (${listingColumns})
    SELECT ${listingColumns} FROM listed_sources WHERE profile_id = ${profileId}`,
]
const isPublished = (profileId: string) =>
  `EXISTS (SELECT 1 FROM profiles WHERE id = ${profileId} AND state = 'published')`

/**
 * Rows under which a published profile is listed. Their numbers: the first free second since its publication, and one of 268,435,456 for each
 * cent of its rate. They lie close together, since a search index stores the distance between two rows of a word, in seven bits a byte.
 */
const listedSources = `CREATE VIEW listed_sources AS
SELECT p.id AS profile_id,
  coalesce((SELECT newest + 1 FROM listings AS l WHERE newest >= p.published_at / 1000
      AND EXISTS (SELECT 1 FROM listings WHERE newest = p.published_at / 1000)
      AND NOT EXISTS (SELECT 1 FROM listings WHERE newest = l.newest + 1) ORDER BY newest LIMIT 1),
    p.published_at / 1000) AS newest,
  coalesce((SELECT max(price) + 1 FROM listings WHERE price >= p.hourly_rate * ${turnsOfPrice} AND price < (p.hourly_rate + 1) * ${turnsOfPrice}),
    p.hourly_rate * ${turnsOfPrice}) AS price,
  c.region_slug AS region,
  (SELECT json_group_array(category_id) FROM (
    SELECT p.category_id
    UNION SELECT s.category_id FROM profile_services AS o JOIN services AS s ON s.id = o.service_id WHERE o.profile_id = p.id
  )) AS categories,
  (SELECT json_group_array(facet) FROM (
    SELECT 's' || o.service_id AS facet FROM profile_services AS o WHERE o.profile_id = p.id
    UNION ALL SELECT 'l' || l.language FROM profile_languages AS l WHERE l.profile_id = p.id
    UNION ALL SELECT 'verified' WHERE p.verified_at IS NOT NULL
    UNION ALL SELECT 'available' WHERE p.available_until IS NOT NULL
  )) AS facets,
  ${cardColumns.map((column) => `p.${column}`).join(", ")},
  (SELECT json_group_object(t.locale, t.headline) FROM profile_texts AS t WHERE t.profile_id = p.id) AS headline,
  p.hidden_from
FROM profiles AS p JOIN cities AS c ON c.id = p.city_id
WHERE p.state = 'published'`

/** The listing as the app reads it: each card as JSON, whose names a row need not store. */
const listedProfiles = `CREATE VIEW listed_profiles AS
SELECT profile_id, newest, price, city_id, region, categories, facets, hidden_from,
  json_object('id', profile_id, ${cardColumns.map((column) => `'${column}', ${column}`).join(", ")}, 'headline', json(headline)) AS card
FROM listings`

/** Folds the letters that the tokenizer does not, as `foldLigatures` folds what is typed. */
const folded = (text: string) =>
  Object.entries(ligatures)
    .flatMap(([letter, plain]) => [letter, letter.toUpperCase()].map((typed) => ({ typed, plain })))
    .filter(({ typed }) => typed.length === 1)
    .reduce((sql, { typed, plain }) => `replace(${sql}, '${typed}', '${plain}')`, text)

/** A listed profile's words for readers of a language: its name, the headline that they see, the names of its city, its services and their categories. */
const wordsIn = (locale: string) =>
  `${folded(`p.name || ' ' || coalesce((SELECT headline FROM profile_texts WHERE profile_id = p.id
      ORDER BY ${shownTextFirstSql(`'${locale}'`)} LIMIT 1), '')
    || ' ' || coalesce((SELECT name FROM city_texts WHERE city_id = p.city_id AND locale = '${locale}'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM profile_services AS o JOIN service_texts AS t ON t.service_id = o.service_id
      WHERE o.profile_id = p.id AND t.locale = '${locale}'), '')
    || ' ' || coalesce((SELECT group_concat(t.name, ' ') FROM service_category_texts AS t
      WHERE t.locale = '${locale}' AND t.category_id IN (SELECT value FROM json_each(l.categories))), '')`)} AS ${locale}`

/** Tags of an owner's usual times: each part of a day, and the days and parts of which there is one. */
const timesOf = [
  `iif(p.rhythm = '', '', ' ${tagStart}w' || replace(replace(p.rhythm, '-', ''), ',', ' ${tagStart}w'))`,
  ...weekDays.map((day) => `iif(instr(p.rhythm, '${day}-'), ' ${tagStart}${timeTag(day)}', '')`),
  ...dayParts.map((part) => `iif(instr(p.rhythm, '-${part}'), ' ${tagStart}${timeTag(part)}', '')`),
].join("\n    || ")

/** The search index's source: a listed profile's texts in each language, and its facets as tags. */
const listedWords = `CREATE VIEW listed_words AS
SELECT l.profile_id, l.newest, l.price,
  ${languages.map(wordsIn).join(",\n  ")},
  '${tagStart}all ${tagStart}c' || l.city_id || ' ${tagStart}r' || replace(l.region, '-', '')
    || coalesce((SELECT ' ${tagStart}k' || group_concat(value, ' ${tagStart}k') FROM json_each(l.categories)), '')
    || coalesce((SELECT ' ${tagStart}' || group_concat(value, ' ${tagStart}') FROM json_each(l.facets)), '')
    || iif(l.hidden_from = '', '', ' ${tagStart}h' || replace(l.hidden_from, ' ', ' ${tagStart}h') || ' ${tagStart}p' || l.profile_id)
    || ' ${tagStart}e' || ${pricePlace("p.hourly_rate")}
    || ${timesOf}
    || ${calendarTags("l.profile_id")} AS tags
FROM listings AS l JOIN profiles AS p ON p.id = l.profile_id`

const views: SchemaObject[] = [
  { type: "view", name: "calendar_days", sql: calendarDays },
  { type: "view", name: "publication_problems", sql: publicationProblems },
  { type: "view", name: "listed_sources", sql: listedSources },
  { type: "view", name: "listed_profiles", sql: listedProfiles },
  { type: "view", name: "listed_words", sql: listedWords },
  { type: "view", name: "profile_days", sql: profileDays },
]

/** The orders of the listing: a search index each, whose row numbers are this column of listings. */
const orders = ["newest", "price"] as const
const searchColumns = [...languages, "tags"].join(", ")
const insertWords = (order: string) =>
  `INSERT INTO search_${order} (rowid, ${searchColumns}) SELECT ${order}, ${searchColumns} FROM listed_words`

/**
 * The indexes store no text (content=''): only which rows hold a word or a tag, so that any mix of filters is one look-up in row order. Nor do they
 * store where in a column a word stands (detail=column): a query of a phrase is an error (wordsQuery in app/domain/core/shared/words-query.ts).
 */
const searchIndexes = orders.map(
  (order): SchemaObject => ({
    type: "table",
    name: `search_${order}`,
    sql: `CREATE VIRTUAL TABLE search_${order} USING fts5(${searchColumns}, content='', contentless_delete=1, detail=column, prefix='2 3 4 5 6', tokenize='unicode61 remove_diacritics 2')`,
    fill: `${insertWords(order)} ORDER BY ${order}`,
  }),
)

/** How each search index is filled again in parts: its places beyond one, and the statements for those up to another. */
export const searchRefills = [
  ...orders.map((order) => ({
    places: `SELECT ${order} AS place FROM listings WHERE ${order} > ?`,
    clear: `DELETE FROM search_${order} WHERE rowid > ?1 AND rowid <= ?2`,
    fill: `${insertWords(order)} WHERE ${order} > ?1 AND ${order} <= ?2 ORDER BY ${order}`,
  })),
  ...textRefills,
]

const indexTriggers = orders.flatMap((order): Trigger[] => [
  {
    name: `listings_found_by_${order}`,
    event: "INSERT",
    table: "listings",
    body: [`${insertWords(order)} WHERE profile_id = NEW.profile_id`],
  },
  {
    name: `listings_lost_by_${order}`,
    event: "DELETE",
    table: "listings",
    body: [`DELETE FROM search_${order} WHERE rowid = OLD.${order}`],
  },
])

/** Another calendar of a listed profile: its two rows of the search indexes are written again, none of its listing and its counts. */
const calendarTriggers: Trigger[] = calendarChanges.map(({ name, row, ...change }) => ({
  name: `${name}_found`,
  ...change,
  body: orders.flatMap((order) => [
    `DELETE FROM search_${order} WHERE rowid IN (SELECT ${order} FROM listings WHERE profile_id = ${row}.profile_id)`,
    `${insertWords(order)} WHERE profile_id = ${row}.profile_id`,
  ]),
}))

const categoriesOf = (row: "NEW" | "OLD") =>
  `(SELECT '' AS id UNION ALL SELECT value FROM json_each(${row}.categories)) AS category`
/** Endings of a place: none for all profiles, a space and a code for those that are hidden from a country. */
const seenFrom = (row: "NEW" | "OLD") =>
  `(SELECT '' AS suffix UNION ALL SELECT ' ' || value FROM json_each(
      iif(${row}.hidden_from = '', '[]', '["' || replace(${row}.hidden_from, ' ', '","') || '"]'))) AS seen`
const facetsOf = (
  row: "NEW" | "OLD",
  profiles: 0 | 1,
) => `INSERT INTO facet_counts (place, category_id, facet, profiles)
    SELECT place.id || seen.suffix, category.id, facet.value, ${profiles} FROM json_each(${row}.facets) AS facet,
      (SELECT '' AS id UNION ALL SELECT ${row}.city_id UNION ALL SELECT 'r-' || ${row}.region) AS place,
      ${categoriesOf(row)}, ${seenFrom(row)} WHERE true`
const totalsOf = (row: "NEW" | "OLD", profiles: 0 | 1) => `INSERT INTO listing_counts (category_id, city_id, profiles)
    SELECT category.id, city.id || seen.suffix, ${profiles} FROM (SELECT '' AS id UNION ALL SELECT ${row}.city_id) AS city,
      ${categoriesOf(row)}, ${seenFrom(row)} WHERE true`

/** listing_counts and facet_counts follow listings; '' stands for any (ANY in app/db/schema/profiles/profiles.ts). */
const countTriggers: Trigger[] = [
  {
    name: "listings_counted",
    event: "INSERT",
    table: "listings",
    body: [
      `${totalsOf("NEW", 1)}
    ON CONFLICT (category_id, city_id) DO UPDATE SET profiles = profiles + 1`,
      `${facetsOf("NEW", 1)}
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles + 1`,
    ],
  },
  {
    name: "listings_uncounted",
    event: "DELETE",
    table: "listings",
    body: [
      `${totalsOf("OLD", 0)}
    ON CONFLICT (category_id, city_id) DO UPDATE SET profiles = profiles - 1`,
      `${facetsOf("OLD", 0)}
    ON CONFLICT (place, category_id, facet) DO UPDATE SET profiles = profiles - 1`,
    ],
  },
]

/** The columns of profiles that listings shows. */
const listedColumns = ["state", ...cardColumns, "hidden_from", "rhythm"]

/** listings follows whatever says how a published profile is found. */
const listingTriggers: Trigger[] = [
  {
    name: "profiles_found_on_insert",
    event: "INSERT",
    table: "profiles",
    when: "NEW.state = 'published'",
    body: relist("NEW.id"),
  },
  {
    name: "profiles_found_on_update",
    event: "UPDATE",
    columns: listedColumns,
    table: "profiles",
    when: "OLD.state = 'published' OR NEW.state = 'published'",
    body: relist("NEW.id"),
  },
  ...["profile_texts", "profile_services", "profile_languages"].flatMap((table) =>
    (["INSERT", "UPDATE", "DELETE"] as const).map((event): Trigger => {
      const profileId = `${event === "DELETE" ? "OLD" : "NEW"}.profile_id`
      const name = `${table}_found_on_${event.toLowerCase()}`
      return { name, event, table, when: isPublished(profileId), body: relist(profileId) }
    }),
  ),
  {
    name: "cities_moved",
    event: "UPDATE",
    columns: ["region_slug"],
    table: "cities",
    when: "NEW.region_slug <> OLD.region_slug",
    body: ["UPDATE profiles SET state = state WHERE city_id = NEW.id AND state = 'published'"],
  },
  {
    name: "services_moved",
    event: "UPDATE",
    columns: ["category_id"],
    table: "services",
    when: "NEW.category_id <> OLD.category_id",
    body: [
      `UPDATE profiles SET state = state
    WHERE state = 'published' AND id IN (SELECT profile_id FROM listings WHERE newest IN (
      SELECT rowid FROM search_newest WHERE search_newest MATCH 'tags : ${tagStart}s' || NEW.id))`,
    ],
  },
]

/** The names that a profile is found by without being its own, and the tag of whom each concerns. */
const names = [
  { table: "city_texts", key: "city_id", tag: "c" },
  { table: "service_texts", key: "service_id", tag: "s" },
  { table: "service_category_texts", key: "category_id", tag: "k" },
]

/** How many profiles one statement reads again after a rename: an eighth of a second. */
const renamedAtOnce = 500
const batchOf = `(SELECT value FROM search_renames AS r, json_each(r.batch) WHERE r.tag = NEW.tag)`

/** The next profiles of a tag are found by what they are called now; their places and counts stay. In row order, which a search index takes fastest. */
const renameBatch = [
  `UPDATE search_renames SET batch = (SELECT json_group_array(place) FROM (
    SELECT rowid AS place FROM search_newest
    WHERE search_newest MATCH 'tags : "${tagStart}' || NEW.tag || '"' AND rowid > coalesce(NEW.batch ->> '$[#-1]', -1) ORDER BY rowid LIMIT ${renamedAtOnce}
  )) WHERE tag = NEW.tag`,
  ...orders.flatMap((order) => [
    `DELETE FROM search_${order} WHERE rowid IN (SELECT ${order} FROM listings WHERE newest IN ${batchOf})`,
    `${insertWords(order)} WHERE newest IN ${batchOf} ORDER BY ${order}`,
  ]),
  `DELETE FROM search_renames WHERE tag = NEW.tag AND json_array_length(batch) < ${renamedAtOnce}`,
]

/** A rename is a row of search_renames: its first batch is done in the same statement, each further one by a next turn (sweepRenames). */
const nameTriggers: Trigger[] = [
  { name: "search_renames_begun", event: "INSERT", table: "search_renames", body: renameBatch },
  { name: "search_renames_continued", event: "UPDATE", columns: ["turn"], table: "search_renames", body: renameBatch },
  ...names.flatMap(({ table, key, tag }) =>
    (["INSERT", "UPDATE", "DELETE"] as const).map(
      (event): Trigger => ({
        name: `${table}_renamed_on_${event.toLowerCase()}`,
        event,
        table,
        ...(event === "UPDATE" && { columns: ["name"], when: "NEW.name <> OLD.name" }),
        body: [
          `INSERT INTO search_renames (tag, batch, turn) VALUES ('${tag}' || ${event === "DELETE" ? "OLD" : "NEW"}.${key}, '[]', 0)
    ON CONFLICT (tag) DO UPDATE SET batch = '[]', turn = 0`,
        ],
      }),
    ),
  ),
]

function toObject({ name, time = "AFTER", event, columns, table, when, body }: Trigger): SchemaObject {
  const of = columns ? ` OF ${columns.join(", ")}` : ""
  const condition = when ? `\nWHEN ${when}` : ""
  const statements = body.map((statement) => `  ${statement};\n`).join("")
  return {
    type: "trigger",
    name,
    sql: `CREATE TRIGGER ${name} ${time} ${event}${of} ON ${table}${condition} BEGIN\n${statements}END`,
  }
}

/** In the order in which they can be made. */
export const schemaObjects: readonly SchemaObject[] = [
  ...views,
  ...searchIndexes,
  ...textIndexes,
  ...[
    ...indexTriggers,
    ...calendarTriggers,
    ...countTriggers,
    ...listingTriggers,
    ...nameTriggers,
    ...textTriggers,
    ...alertTriggers,
    ...epochTriggers,
    ...takedownTriggers,
    ...guards,
    ...recheckTriggers,
    ...auditGuards,
    ...personalReadTriggers,
    ...figureTriggers,
  ].map(toObject),
]

const plain = (sql: string) => sql.replace(/\s+/g, " ").trim()

/** The query that reads a database's objects of these kinds, to compare with `schemaObjects`. */
export const selectObjects = `SELECT type, name, sql FROM sqlite_master
  WHERE type IN ('view', 'trigger') OR (type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%') ORDER BY type, name`

/** Returns the statements that turn the objects `found` in a database into `schemaObjects`: none where they are the same. */
export function changesFrom(found: readonly Pick<SchemaObject, "type" | "name" | "sql">[]): string[] {
  const same = (one: { name: string; sql: string }, other: { name: string; sql: string }) =>
    one.name === other.name && plain(one.sql) === plain(other.sql)
  const old = found.filter((one) => !schemaObjects.some((other) => same(one, other)))
  const fresh = schemaObjects.filter((one) => !found.some((other) => same(one, other)))
  const ranks = { trigger: 0, table: 1, view: 2 }
  return [
    ...old
      .toSorted((a, b) => ranks[a.type] - ranks[b.type])
      .map(({ type, name }) => `DROP ${type.toUpperCase()} ${name}`),
    ...fresh.flatMap(({ sql, fill }) => (fill ? [sql, fill] : [sql])),
  ]
}
