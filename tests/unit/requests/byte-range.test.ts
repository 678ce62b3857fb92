import { describe, expect, test } from "vitest"
import { isSameVersion, readRange } from "../../../worker/http/byte-range"

describe("a Range header, of an object of 10 bytes", () => {
  test.each([
    ["bytes=0-3", { offset: 0, length: 4 }],
    ["bytes=4-", { offset: 4, length: 6 }],
    ["bytes=9-9", { offset: 9, length: 1 }],
    ["bytes=4-400", { offset: 4, length: 6 }],
    ["bytes=-3", { offset: 7, length: 3 }],
    ["bytes=-10", { offset: 0, length: 10 }],
    ["bytes=-400", { offset: 0, length: 10 }],
    ["Bytes=0-0", { offset: 0, length: 1 }],
    ["bytes=10-", "unsatisfiable"],
    ["bytes=10-20", "unsatisfiable"],
    ["bytes=99999999999999999999-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=0-1,4-5", null],
    ["bytes=5-4", null],
    ["bytes=-", null],
    ["bytes=a-b", null],
    ["bytes=--1", null],
    ["bytes 0-3", null],
    ["items=0-3", null],
    ["", null],
    [undefined, null],
  ])("%s of a 10-byte object asks for %o", (header, asked) => {
    expect(readRange(header, 10)).toEqual(asked)
  })

  test("a Range header has no part of an empty object", () => {
    for (const header of ["bytes=0-", "bytes=0-0", "bytes=-1"])
      expect([header, readRange(header, 0)]).toEqual([header, "unsatisfiable"])
  })
})

test("If-Range matches by the same strong tag or the same date, and by nothing weaker", () => {
  const [etag, date] = ['"abc"', "Sat, 21 Nov 2026 12:00:00 GMT"]
  const verdicts = [undefined, etag, date, 'W/"abc"', '"abd"', "Sat, 21 Nov 2026 12:00:01 GMT", "*"].map((given) =>
    isSameVersion(given, etag, date),
  )
  expect(verdicts).toEqual([true, true, true, false, false, false, false])
})
