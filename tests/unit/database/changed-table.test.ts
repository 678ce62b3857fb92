import { describe, expect, test } from "vitest"
import { changedTable } from "~/db/client.server"
import { queuesOf } from "~/domain/back-office/queues"
import { recordChannelOf } from "~/domain/back-office/records"

describe("the table that a statement writes to", () => {
  test.each([
    ['insert into "tickets" ("id") values (?)', "tickets"],
    ["INSERT OR IGNORE INTO audit_seals (seq) SELECT 1", "audit_seals"],
    ["\n  UPDATE media SET state = 'ready'", "media"],
    ["update or ignore media set state = 1", "media"],
    ['delete from "reports" where 1', "reports"],
    ["REPLACE INTO reports VALUES (1)", "reports"],
  ])("of %j it is %s", (query, table) => expect(changedTable(query)).toBe(table))

  test.each(["SELECT 1", "select 'update media'", "WITH x AS (SELECT 1) SELECT * FROM x"])(
    "%j writes to none",
    (query) => expect(changedTable(query)).toBeNull(),
  )

  test("a change of a photo may change three queues, one of a session none", () => {
    expect(queuesOf(new Set(["media"]))).toEqual(["review", "media", "videos"])
    expect(queuesOf(new Set(["sessions", "outbox_emails"]))).toEqual([])
  })
})

describe("the channel of the record that an address names", () => {
  test.each([
    ["/dashboard/admin/tickets/T-7K3M9QTX", "private-record.tickets.T-7K3M9QTX"],
    ["/dashboard/admin/tickets/T-7K3M9QTX.data", "private-record.tickets.T-7K3M9QTX"],
    ["/api/admin/tickets/T-7K3M9QTX/notes", "private-record.tickets.T-7K3M9QTX"],
    ["/dashboard/admin/users/01ABC", "private-record.users.01ABC"],
    ["/api/admin/users/01ABC/ban", "private-record.users.01ABC"],
    ["/dashboard/admin/profiles/01ABC/review", "private-record.profiles.01ABC"],
  ])("of %s it is %s", (path, channel) => expect(recordChannelOf(path)).toBe(channel))

  test.each([
    "/dashboard/admin",
    "/dashboard/admin/tickets",
    "/dashboard/admin/faqs/new",
    "/dashboard/admin/faqs/exports",
    "/dashboard/admin/faqs/exports/1",
    "/profile/tickets/1",
    `/dashboard/admin/faqs/${"x".repeat(65)}`,
  ])("%s names none", (path) => expect(recordChannelOf(path)).toBeNull())
})
