import type { Trigger } from "./guards.ts"

type Event = Trigger["event"]

/** Tables that the public sees, and which changes of a row show by themselves: a new row of the others shows with its profile. */
const seen: { table: string; events: Partial<Record<Event, true | string>> }[] = [
  {
    table: "profiles",
    events: {
      INSERT: "NEW.state = 'published'",
      UPDATE: "OLD.state = 'published' OR NEW.state = 'published'",
      DELETE: "OLD.state = 'published'",
    },
  },
  ...["profile_texts", "profile_service_texts", "profile_languages"].map((table) => ({
    table,
    events: { UPDATE: true, DELETE: true } as const,
  })),
  {
    table: "profile_services",
    events: {
      INSERT: "(SELECT state FROM profiles WHERE id = NEW.profile_id) = 'published'",
      UPDATE: true,
      DELETE: true,
    },
  },
  {
    table: "media",
    // Uploads and their review drop no cached page until the public sees something of them.
    events: {
      INSERT: "NEW.state = 'approved' AND (SELECT state FROM profiles WHERE id = NEW.profile_id) = 'published'",
      UPDATE: "OLD.state = 'approved' OR NEW.state = 'approved'",
      DELETE: "OLD.state = 'approved'",
    },
  },
  {
    table: "media_consents",
    events: {
      INSERT: "(SELECT state FROM media WHERE id = NEW.media_id) = 'approved'",
      UPDATE: "(SELECT state FROM media WHERE id = NEW.media_id) = 'approved'",
      DELETE: "(SELECT state FROM media WHERE id = OLD.media_id) = 'approved'",
    },
  },
  ...["cities", "service_categories", "services", "pages", "faqs"].map((table) => ({
    table,
    events: { UPDATE: true, DELETE: true } as const,
  })),
  ...["slug_redirects", "city_texts", "service_category_texts", "service_texts", "page_texts", "faq_texts"].map(
    (table) => ({
      table,
      events: { INSERT: true, UPDATE: true, DELETE: true } as const,
    }),
  ),
  // Whom an owner shows the private media: every page of the profile says it.
  {
    table: "contact_rules",
    events: {
      INSERT: "NEW.private_for <> 'premium'",
      UPDATE: "NEW.private_for <> OLD.private_for",
      DELETE: "OLD.private_for <> 'premium'",
    },
  },
  // Settings that show in cached pages (app/domain/core/settings/registry.ts).
  {
    table: "settings",
    events: {
      INSERT: "NEW.key LIKE 'announcement.%' OR NEW.key LIKE 'listing.%'",
      UPDATE: "NEW.key LIKE 'announcement.%' OR NEW.key LIKE 'listing.%'",
      DELETE: "OLD.key LIKE 'announcement.%' OR OLD.key LIKE 'listing.%'",
    },
  },
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
      INSERT: "NEW.person_hash IS NOT NULL",
      UPDATE: "NEW.status <> OLD.status OR NEW.person_hash IS NOT OLD.person_hash",
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

/** content_epoch counts every change of what the public may see, so that cached pages are dropped (worker/middleware/page-cache.ts). */
export const epochTriggers = seen.flatMap(({ table, events }) =>
  (Object.entries(events) as [Event, true | string][]).map(
    ([event, when]): Trigger => ({
      name: `${table}_${event.toLowerCase()}_seen`,
      event,
      table,
      ...(when !== true && { when }),
      body: ["UPDATE content_epoch SET epoch = epoch + 1 WHERE id = 1"],
    }),
  ),
)
