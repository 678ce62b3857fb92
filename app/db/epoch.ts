import {
  cardColumns,
  cardScope,
  filterScope,
  listScope,
  plansScope,
  profileScope,
  siteScope,
  textsScope,
  transparencyScope,
} from "./content-scopes.ts"
import type { Trigger } from "./guards.ts"

type Event = Trigger["event"]

type Row = "OLD" | "NEW"

/** A scope that a change raises: an SQL expression, also with a condition, or of rows. */
type Raised = string | { scope: string; when: string } | { scope: string; from: string; where: string }

interface Seen {
  when?: string
  raises: readonly Raised[]
}

/** A scope (content-scopes.ts) of an id that is an SQL expression; null where there is none. */
const scopeOf = (scope: (id: string) => string, id: string) => `'${scope("")}' || ${id}`
const profileOf = (id: string) => scopeOf(profileScope, id)
const cardOf = (id: string) => scopeOf(cardScope, id)
const listOf = (id: string) => scopeOf(listScope, id)
const filterOf = (id: string) => scopeOf(filterScope, id)
const site: Seen = { raises: [`'${siteScope}'`] }
const texts: Seen = { raises: [`'${textsScope}'`] }
const plans: Seen = { raises: [`'${plansScope}'`] }
const transparency: Seen = { when: "NEW.state <> 'draft'", raises: [`'${transparencyScope}'`] }

const differs = (...columns: readonly string[]) =>
  `(${columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(" OR ")})`
/** A profile that is gone was deleted with its rows. */
const isSeen = (profileId: string) =>
  `coalesce((SELECT state FROM profiles WHERE id = ${profileId}), 'published') = 'published'`
const cityOf = (profileId: string) => `(SELECT city_id FROM profiles WHERE id = ${profileId})`
const mediaItem = (mediaId: string, column: "state" | "profile_id") =>
  `(SELECT ${column} FROM media WHERE id = ${mediaId})`

const isMoved = differs("state", "city_id", "category_id", "published_at", "hidden_from")
const isNewlyFiltered =
  "(NEW.hourly_rate <> OLD.hourly_rate OR (NEW.verified_at IS NULL) <> (OLD.verified_at IS NULL) OR (NEW.available_until IS NULL) <> (OLD.available_until IS NULL) OR NEW.rhythm <> OLD.rhythm)"

/** A published profile that begins or ends. */
const profileRow = (row: Row): Seen => ({
  when: `${row}.state = 'published'`,
  raises: [
    profileOf(`${row}.id`),
    cardOf(`${row}.id`),
    `'${listScope()}'`,
    listOf(`${row}.city_id`),
    listOf(`${row}.category_id`),
  ],
})

/** Rows of a profile that its own pages show. */
const ownRows = (row: Row, ...others: Raised[]): Seen => ({
  when: isSeen(`${row}.profile_id`),
  raises: [profileOf(`${row}.profile_id`), ...others],
})

/** Cities of a profile's tours, whose lists have it on their days. */
const ofTours = (scope: (id: string) => string, profileId: string, when = "true"): Raised => ({
  scope: scope("e.city_id"),
  from: "calendar_entries AS e",
  where: `e.profile_id = ${profileId} AND e.kind = 'tour' AND ${when}`,
})

/** Rows of a profile that filters find it by. */
const foundRows = (row: Row, ...others: Raised[]): Seen =>
  ownRows(
    row,
    `'${filterScope()}'`,
    filterOf(cityOf(`${row}.profile_id`)),
    ofTours(filterOf, `${row}.profile_id`),
    ...others,
  )
/** A tour or days off: lists of the tour's city have the profile on its days, also those without a date. */
const entryRow = (row: Row) =>
  foundRows(
    row,
    { scope: listOf(`${row}.city_id`), when: `${row}.kind = 'tour'` },
    { scope: filterOf(`${row}.city_id`), when: `${row}.kind = 'tour'` },
  )

/** Busy parts of days, read from a calendar elsewhere. */
const isBusy = (row: Row, when: string): Seen => {
  const found = foundRows(row)
  return { ...found, when: `${when} AND ${found.when}` }
}
const ofServiceCategory = (row: Row) => listOf(`(SELECT category_id FROM services WHERE id = ${row}.service_id)`)

/** Rows of a media item, which show once it is approved. */
const mediaRows = (row: Row): Seen => ({
  when: `${mediaItem(`${row}.media_id`, "state")} = 'approved'`,
  raises: [profileOf(mediaItem(`${row}.media_id`, "profile_id"))],
})

/** Whom an owner shows the private media: every page of the profile says it. */
const audience = (row: Row, when: string): Seen => ({
  when,
  raises: [{ scope: profileOf("profiles.id"), from: "profiles", where: `owner_id = ${row}.user_id` }],
})

/** Two people of a profile with one document: neither agreed to anything. */
const sharedDocument = (when: string): Seen => ({
  when,
  raises: [
    { scope: profileOf("profiles.id"), from: "profiles", where: "owner_id = NEW.user_id" },
    { scope: profileOf("d.profile_id"), from: "depicted_people AS d", where: "d.id = NEW.person_id" },
  ],
})
const hasPerson = "NEW.person_hash IS NOT NULL"
const isOtherPerson = "NEW.status <> OLD.status OR NEW.person_hash IS NOT OLD.person_hash"

/** Each event of a table, with what it raises by the row that it leaves: the old one of a deletion. */
const each = (seen: (row: Row) => Seen) => ({ INSERT: seen("NEW"), UPDATE: seen("NEW"), DELETE: seen("OLD") })

/** Tables that the public sees: which changes show, and the scopes of the pages that show them. */
const shown: { table: string; events: Partial<Record<Event, Seen>> }[] = [
  {
    table: "profiles",
    events: {
      INSERT: profileRow("NEW"),
      UPDATE: {
        when: "OLD.state = 'published' OR NEW.state = 'published'",
        raises: [
          profileOf("NEW.id"),
          { scope: cardOf("NEW.id"), when: differs("state", ...cardColumns, "hidden_from") },
          // Home shows the featured ones.
          { scope: `'${listScope()}'`, when: `${isMoved} OR ${differs("featured_rank")}` },
          ...["OLD.city_id", "NEW.city_id", "OLD.category_id", "NEW.category_id"].map((id) => ({
            scope: listOf(id),
            when: isMoved,
          })),
          {
            scope: listOf("s.category_id"),
            from: "profile_services AS o JOIN services AS s ON s.id = o.service_id",
            where: `o.profile_id = NEW.id AND ${isMoved}`,
          },
          { scope: `'${filterScope()}'`, when: isNewlyFiltered },
          { scope: filterOf("NEW.city_id"), when: isNewlyFiltered },
          ofTours(listOf, "NEW.id", isMoved),
          ofTours(filterOf, "NEW.id", isNewlyFiltered),
        ],
      },
      DELETE: profileRow("OLD"),
    },
  },
  {
    table: "profile_texts",
    events: {
      ...each((row) => ownRows(row, cardOf(`${row}.profile_id`))),
      UPDATE: ownRows("NEW", { scope: cardOf("NEW.profile_id"), when: differs("headline") }),
    },
  },
  { table: "profile_service_texts", events: each((row) => ownRows(row)) },
  { table: "slug_redirects", events: each((row) => ownRows(row)) },
  { table: "profile_languages", events: each((row) => foundRows(row)) },
  { table: "calendar_entries", events: each(entryRow) },
  {
    table: "calendar_feeds",
    events: {
      INSERT: isBusy("NEW", "NEW.busy <> ''"),
      UPDATE: isBusy("NEW", "NEW.busy <> OLD.busy"),
      DELETE: isBusy("OLD", "OLD.busy <> ''"),
    },
  },
  {
    table: "profile_services",
    events: { ...each((row) => foundRows(row, ofServiceCategory(row))), UPDATE: ownRows("NEW") },
  },
  {
    table: "media",
    // Uploads and their review drop no cached page until the public sees something of them.
    events: {
      INSERT: {
        when: `NEW.state = 'approved' AND ${isSeen("NEW.profile_id")}`,
        raises: [profileOf("NEW.profile_id")],
      },
      UPDATE: {
        when: "OLD.state = 'approved' OR NEW.state = 'approved'",
        raises: [profileOf("OLD.profile_id"), profileOf("NEW.profile_id")],
      },
      DELETE: { when: "OLD.state = 'approved'", raises: [profileOf("OLD.profile_id")] },
    },
  },
  { table: "media_texts", events: each(mediaRows) },
  { table: "media_consents", events: each(mediaRows) },
  {
    table: "identity_checks",
    events: { INSERT: sharedDocument(hasPerson), UPDATE: sharedDocument(isOtherPerson) },
  },
  {
    table: "contact_rules",
    events: {
      INSERT: audience("NEW", "NEW.private_for <> 'premium'"),
      UPDATE: audience("NEW", "NEW.private_for <> OLD.private_for"),
      DELETE: audience("OLD", "OLD.private_for <> 'premium'"),
    },
  },
  // A new row of these shows with its texts.
  ...["cities", "service_categories", "services"].map((table) => ({ table, events: { UPDATE: site, DELETE: site } })),
  ...["city_texts", "service_category_texts", "service_texts"].map((table) => ({ table, events: each(() => site) })),
  ...["pages", "faqs"].map((table) => ({ table, events: { UPDATE: texts, DELETE: texts } })),
  ...["page_texts", "faq_texts"].map((table) => ({ table, events: each(() => texts) })),
  ...["plans", "prices"].map((table) => ({ table, events: each(() => plans) })),
  { table: "transparency_figures", events: { INSERT: transparency, UPDATE: transparency } },
]

const isShown = (row: "OLD" | "NEW") => `${row}.state = 'approved' AND ${row}.visibility = 'public'`
const isOfApproved = (row: "OLD" | "NEW") => `(SELECT state FROM media WHERE id = ${row}.media_id) = 'approved'`

/** Changes by which a picture that was public may stop being so (`findServed` in app/domain/media/queries.server.ts), or have other files. */
const takenDown: { table: string; events: Partial<Record<Event, string>> }[] = [
  {
    table: "media",
    events: {
      UPDATE: `${isShown("OLD")} AND (NOT (${isShown("NEW")}) OR NEW.storage_key <> OLD.storage_key
        OR NEW.profile_id <> OLD.profile_id OR NEW.has_others IS NOT OLD.has_others)`,
      DELETE: isShown("OLD"),
    },
  },
  {
    table: "profiles",
    events: { UPDATE: "OLD.state = 'published' AND NEW.state <> 'published'", DELETE: "OLD.state = 'published'" },
  },
  {
    table: "media_consents",
    events: {
      INSERT: `NEW.state <> 'granted' AND ${isOfApproved("NEW")}`,
      UPDATE: isOfApproved("NEW"),
      DELETE: isOfApproved("OLD"),
    },
  },
  // Two people of a profile with one document: neither agreed to anything.
  {
    table: "identity_checks",
    events: {
      INSERT: hasPerson,
      UPDATE: isOtherPerson,
    },
  },
]

/** content_epoch.takedowns is part of the address of a kept picture, so that it is gone within seconds (worker/middleware/kept-pictures.ts). */
export const takedownTriggers = takenDown.flatMap(({ table, events }) =>
  (Object.entries(events) as [Event, string][]).map(
    ([event, when]): Trigger => ({
      name: `${table}_${event.toLowerCase()}_taken_down`,
      event,
      table,
      when,
      body: ["UPDATE content_epoch SET takedowns = takedowns + 1 WHERE id = 1"],
    }),
  ),
)

const storeFrom = (scope: string, rows: string, when: string) => `INSERT INTO content_changes (scope, epoch)
    SELECT DISTINCT ${scope}, n.epoch FROM content_epoch AS n, ${rows} WHERE n.id = 1 AND ${when}
    ON CONFLICT (scope) DO UPDATE SET epoch = excluded.epoch`

/** A JSON array, since a compound SELECT of D1 has at most five terms. */
function storeAll(raises: readonly Raised[]): string[] {
  const scopes = raises.flatMap((raised) => {
    if (typeof raised === "string") return [raised]
    return "when" in raised ? [`iif(${raised.when}, ${raised.scope}, NULL)`] : []
  })
  const selected = raises.flatMap((raised) => (typeof raised === "object" && "from" in raised ? [raised] : []))
  return [
    ...(scopes.length > 0
      ? [storeFrom("s.value", `json_each(json_array(${scopes.join(", ")})) AS s`, "s.value IS NOT NULL")]
      : []),
    ...selected.map(({ scope, from, where }) => storeFrom(scope, from, where)),
  ]
}

/**
 * Every change of what the public may see gets a number, which is also its time (epoch ms), and content_changes has the
 * number of each scope's latest change: by these, cached pages are dropped (worker/middleware/page-cache.ts).
 */
export const epochTriggers = shown.flatMap(({ table, events }) =>
  (Object.entries(events) as [Event, Seen][]).map(
    ([event, { when, raises }]): Trigger => ({
      name: `${table}_${event.toLowerCase()}_seen`,
      event,
      table,
      ...(when && { when }),
      body: [
        "UPDATE content_epoch SET epoch = max(epoch + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER)) WHERE id = 1",
        ...storeAll(raises),
      ],
    }),
  ),
)
