import { expectTypeOf, test } from "vitest"
import type { media } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"

test("a row of hand-written SQL has the table's names, enums and nulls, and booleans as numbers", () => {
  type Row = RowOf<typeof media, "id" | "kind" | "approved_at" | "is_encoded">
  expectTypeOf<Row>().branded.toEqualTypeOf<{
    id: string
    kind: "photo" | "video"
    approved_at: number | null
    is_encoded: 0 | 1
  }>()
})

test("a row of hand-written SQL has no column that its table lacks", () => {
  // @ts-expect-error: no such column
  expectTypeOf<RowOf<typeof media, "approvedAt">>().toBeObject()
})
