import type { Trigger } from "../guards.ts"

/** A search that nobody is told of any more asks for nothing: its anchors go with the last member who is told of it. */
const endUnused = `DELETE FROM search_anchors WHERE query = OLD.query AND locale = OLD.locale
    AND NOT EXISTS (SELECT 1 FROM saved_searches WHERE query = OLD.query AND locale = OLD.locale AND is_alerted = 1)`

/** Triggers of alerts about new profiles (app/domain/profiles/saved-searches). */
export const alertTriggers: Trigger[] = [
  {
    name: "profiles_new_on_publication",
    event: "UPDATE",
    columns: ["state"],
    table: "profiles",
    when: "OLD.published_at IS NULL AND NEW.published_at IS NOT NULL AND NEW.state = 'published'",
    body: [`INSERT INTO new_profiles (profile_id, at) VALUES (NEW.id, NEW.published_at)`],
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
