import {
  type Counts,
  type Figures,
  type FigureTable,
  hideCounts,
} from "../../../app/domain/safety/transparency/figures.ts"
import { ulid } from "../ids.ts"
import { random } from "../random.ts"
import { day, type SeedOptions, type TableRow } from "../rows.ts"

/** Returns a table whose groups part one total. */
function tableOf(groups: Record<string, Counts>, median: number | null = null): FigureTable {
  const [first = {}] = Object.values(groups)
  return { total: Object.values(first).reduce((sum, count) => sum + count, 0), groups, median }
}

/** Figures like those of a month of a site that grows: the demo's own desks have a handful of rows. */
const figures: Figures = {
  notices: tableOf(
    {
      category: { minor: 0, danger: 1, intimate: 3, depicted: 7, illegal: 6, impersonation: 9, terms: 38 },
      outcome: { received: 5, no_action: 36, actioned: 23 },
    },
    19 * 60 + 20,
  ),
  set_aside: { total: 12, groups: {}, median: null },
  decisions: tableOf({
    kind: {
      media_refused: 31,
      media_removed: 8,
      media_hidden: 10,
      text_refused: 22,
      profile_returned: 17,
      profile_refused: 6,
      profile_suspended: 2,
      profile_hidden: 1,
      consent_withdrawn: 0,
      identity_refused: 0,
      member_warned: 9,
      member_limited: 0,
      member_suspended: 5,
      member_closed: 2,
      notice_refused: 34,
    },
    rule: {
      adults: 1,
      danger: 1,
      consent: 16,
      unlawful: 5,
      identity: 11,
      company: 8,
      "contact-details": 36,
      rights: 7,
      conduct: 10,
      quality: 28,
      terms: 24,
      none: 0,
    },
    method: { automatic: 11, staff: 136 },
    occasion: { notice: 53, review: 76, staff: 18 },
  }),
  appeals: tableOf({ outcome: { open: 5, upheld: 13, overturned: 6 } }, 41 * 60),
}

/** Builds the published figures of the last month that is over. */
export function buildTransparency({ seed, now }: Omit<SeedOptions, "pictures">): TableRow[] {
  const today = new Date(now)
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  // On the fourth day after it, or now, if that is to come.
  const publishedAt = Math.min(now, Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1) + 4 * day)
  const row = {
    id: ulid(publishedAt, random(seed, "transparency")),
    period: month.toISOString().slice(0, 7),
    state: "published",
    figures: JSON.stringify(figures),
    hidden: JSON.stringify(hideCounts(figures)),
    recipients: 1_840,
    published_at: publishedAt,
    created_at: publishedAt,
    updated_at: publishedAt,
  }
  return [{ table: "transparency_figures", row }]
}
