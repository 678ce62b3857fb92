import { expect, test } from "vitest"
import { continuesBurst } from "~/features/chat/thread/bursts"

const minute = 60_000
const noon = Date.UTC(2026, 10, 29, 12)
const sent = (created_at: number, author_id = "other") => ({ author_id, created_at })

test("a message goes on with its author's last one within five minutes, of the same day", () => {
  expect(continuesBurst(sent(noon), sent(noon + 5 * minute - 1))).toBe(true)
  expect(continuesBurst(sent(noon), sent(noon + 5 * minute))).toBe(false)
  expect(continuesBurst(sent(noon), sent(noon + minute, "me"))).toBe(false)
  expect(continuesBurst(undefined, sent(noon))).toBe(false)
  const midnight = Date.UTC(2026, 10, 29, 23)
  expect(continuesBurst(sent(midnight - minute), sent(midnight)), "midnight in Paris").toBe(false)
})
