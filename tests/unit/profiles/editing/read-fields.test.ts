import { describe, expect, test } from "vitest"
import { readFields } from "~/features/profiles/editing/read-fields"

/** Reads the form of services with these values. */
function servicesIn(entries: [string, string][]) {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return readFields("services", form).services
}

describe("the form of services without script", () => {
  test("adds the service that is chosen in the list, and none where none is chosen", () => {
    const row: [string, string] = ["service", "opera"]
    expect(servicesIn([row, ["service", ""]])?.map(({ service }) => service)).toEqual(["opera"])
    expect(servicesIn([row, ["service", "dancing"]])?.map(({ service }) => service)).toEqual(["opera", "dancing"])
  })

  test("removes the rows that are ticked, and has each service once", () => {
    const rows: [string, string][] = ["opera", "dancing", "opera"].map((slug) => ["service", slug])
    expect(servicesIn([...rows, ["drop", "dancing"]])?.map(({ service }) => service)).toEqual(["opera"])
  })

  test("reads a length, a price with a comma and notes of a row", () => {
    const [offer] =
      servicesIn([
        ["service", "opera"],
        ["duration_opera", "90"],
        ["price_opera", "155,50"],
        ["note_opera_en", " With the interval "],
        ["note_opera_fr", ""],
      ]) ?? []
    expect(offer).toEqual({ service: "opera", duration: 90, price: 15_550, note: { en: "With the interval" } })
  })
})
