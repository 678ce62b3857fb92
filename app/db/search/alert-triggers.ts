import { DAY } from "../../lib/time.ts"
import type { Trigger } from "../guards.ts"

/** How long after its first publication a profile is new to saved searches, ms: one that was taken off at once and comes back counts too. */
const newFor = 7 * DAY

/** Anchors end with the last member who is notified of their search. */
const endUnused = `DELETE FROM search_anchors WHERE query = OLD.query AND locale = OLD.locale
    AND NOT EXISTS (SELECT 1 FROM saved_searches WHERE query = OLD.query AND locale = OLD.locale AND is_alerted = 1)`

/** Triggers of alerts about new profiles (app/domain/profiles/saved-searches). */
export const alertTriggers: Trigger[] = [
  {
    name: "profiles_new_on_publication",
    event: "UPDATE",
    columns: ["state"],
    table: "profiles",
    when: `NEW.state = 'published' AND OLD.state <> 'published' AND NEW.updated_at < NEW.published_at + ${newFor}`,
    body: ["INSERT OR IGNORE INTO new_profiles (profile_id, at) VALUES (NEW.id, NEW.updated_at)"],
  },
  { name: "saved_searches_ended_on_delete", event: "DELETE", table: "saved_searches", body: [endUnused] },
  {
    name: "saved_searches_ended_on_update",
    event: "UPDATE",
    columns: ["is_alerted"],
    table: "saved_searches",
    when: "NEW.is_alerted = 0",
    body: [endUnused],
  },
]
