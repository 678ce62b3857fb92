import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { createCalendars } from "../../../../worker/adapters/calendar-fetcher"

const calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"
const origins = ["https://salon.example.com", "https://salon.example.fr"]
const calendars = createCalendars({ APP_NAME: "Salon", CALENDAR_ORIGIN: undefined, origins })

const forbidden = [
  "http://calendar.google.com/one.ics",
  "ftp://calendar.google.com/one.ics",
  "file:///etc/passwd",
  "data:text/calendar,BEGIN:VCALENDAR",
  "javascript:alert(1)",
  "https://user:secret@calendar.google.com/one.ics",
  "https://calendar.google.com:8443/one.ics",
  "https://localhost/one.ics",
  "https://LOCALHOST./one.ics",
  "https://app.localhost/one.ics",
  "https://printer.local/one.ics",
  "https://metadata.google.internal/one.ics",
  "https://router.home.arpa/one.ics",
  "https://intranet/one.ics",
  "https://calendar.google.com./one.ics",
  "https://127.0.0.1/one.ics",
  "https://127.1/one.ics",
  "https://2130706433/one.ics",
  "https://0x7f000001/one.ics",
  "https://0177.0.0.1/one.ics",
  "https://①②⑦.0.0.1/one.ics",
  "https://169.254.169.254/latest/meta-data",
  "https://10.0.0.1/one.ics",
  "https://[::1]/one.ics",
  "https://[::ffff:169.254.169.254]/one.ics",
  "https://[fd00::1]/one.ics",
  "https://salon.example.com/one.ics",
  "https://SALON.example.fr/one.ics",
  "calendar.google.com/one.ics",
  "/one.ics",
  "",
  `https://calendar.google.com/${"x".repeat(2_000)}`,
]

/** Responds to each request by its address; records the requests. */
function respond(responses: (url: string) => Response) {
  return vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => responses(String(input)))
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe("the address of a calendar", () => {
  test.each(forbidden)("%s is none, and nothing is requested of it", async (address) => {
    const fetched = respond(() => new Response(calendar))
    expect(calendars.normalize(address)).toBeNull()
    expect(await calendars.fetch(address)).toEqual({ error: "refused" })
    expect(fetched).not.toHaveBeenCalled()
  })

  test.each([
    ["webcal://p12-caldav.icloud.com/published/2/abc", "https://p12-caldav.icloud.com/published/2/abc"],
    ["webcals://outlook.office365.com/owa/calendar.ics", "https://outlook.office365.com/owa/calendar.ics"],
    [" https://calendar.google.com:443/ical/a%40b/basic.ics#x ", "https://calendar.google.com/ical/a%40b/basic.ics"],
    ["https://agenda.café.fr/a.ics", "https://agenda.xn--caf-dma.fr/a.ics"],
  ])("%s is requested as %s", (address, normalized) => {
    expect(calendars.normalize(address)).toBe(normalized)
  })

  test("is requested without cookies and referrers, under the product's name, and redirects are not followed unseen", async () => {
    const fetched = respond(() => new Response(calendar))
    expect(await calendars.fetch("https://calendar.google.com/one.ics")).toEqual({ text: calendar })
    const [[url, init]] = fetched.mock.calls as [[string, RequestInit]]
    expect(url).toBe("https://calendar.google.com/one.ics")
    expect(init.redirect).toBe("manual")
    expect(Object.keys(init.headers as object).toSorted()).toEqual(["Accept", "User-Agent"])
  })
})

describe("a redirect", () => {
  const redirecting = (to: (url: string) => string | null) =>
    respond((url) => {
      const location = to(url)
      return location === null
        ? new Response(calendar)
        : new Response(null, { status: 302, headers: { Location: location } })
    })

  test.each(forbidden.filter((one) => /^\w+:[ -~]+$/.test(one)))("to %s is not followed", async (address) => {
    const fetched = redirecting((url) => (url === "https://example.org/one" ? address : null))
    expect(await calendars.fetch("https://example.org/one")).toEqual({ error: "refused" })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  test("is followed three times, also to a path alone, and no fourth time", async () => {
    const hops = (last: number) =>
      redirecting((url) => {
        const hop = Number(url.at(-1))
        return hop < last ? `/hop/${hop + 1}` : null
      })
    hops(3)
    expect(await calendars.fetch("https://example.org/hop/0")).toEqual({ text: calendar })
    vi.restoreAllMocks()
    const fetched = hops(4)
    expect(await calendars.fetch("https://example.org/hop/0")).toEqual({ error: "refused" })
    expect(fetched).toHaveBeenCalledTimes(4)
  })

  test("to itself ends", async () => {
    const fetched = redirecting((url) => url)
    expect(await calendars.fetch("https://example.org/one")).toEqual({ error: "refused" })
    expect(fetched).toHaveBeenCalledTimes(4)
  })
})

describe("a response", () => {
  test.each([
    [404, "refused"],
    [410, "refused"],
    [401, "refused"],
    [403, "refused"],
    [429, "unreachable"],
    [500, "unreachable"],
    [503, "unreachable"],
    [206, "unreachable"],
    [304, "unreachable"],
  ] as const)("of the status %i is %s", async (status, error) => {
    respond(() => new Response(status === 304 ? null : calendar, { status }))
    expect(await calendars.fetch("https://example.org/one")).toEqual({ error })
  })

  test.each(["", "<!doctype html><title>Log in</title>", "{}", "END:VCALENDAR", "PRODID:BEGIN:VCALENDAR"])(
    "that says %j is unreadable",
    async (text) => {
      respond(() => new Response(text, { headers: { "Content-Type": "text/calendar" } }))
      expect(await calendars.fetch("https://example.org/one")).toEqual({ error: "unreadable" })
    },
  )

  test("that begins with a byte order mark is read", async () => {
    respond(() => new Response(`\ufeff\r\n${calendar}`))
    expect(await calendars.fetch("https://example.org/one")).toEqual({ text: calendar })
  })

  test.each([undefined, "10", "99999999"])(
    "of ten megabytes is given up at one, whatever its length says: %s",
    async (length) => {
      let sent = 0
      const body = new ReadableStream({
        pull(controller) {
          sent += 64 * 1_024
          if (sent > 10 * 1_024 * 1_024) return controller.close()
          controller.enqueue(new Uint8Array(64 * 1_024).fill(66))
        },
      })
      respond(() => new Response(body, { headers: length === undefined ? {} : { "Content-Length": length } }))
      expect(await calendars.fetch("https://example.org/one")).toEqual({ error: "too_large" })
      expect(sent).toBeLessThan(1.2 * 1_024 * 1_024)
    },
  )

  test("whose connection fails is unreachable", async () => {
    vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("network"))
    expect(await calendars.fetch("https://example.org/one")).toEqual({ error: "unreachable" })
  })
})

describe("a server of the tests", () => {
  const bomb = gzipSync(calendar + " ".repeat(50 * 1_024 * 1_024))
  const paths: Record<string, (response: ServerResponse) => void> = {
    "/one": (response) => response.end(calendar),
    "/bomb": (response) => {
      response.setHeader("Content-Encoding", "gzip")
      response.end(bomb)
    },
    "/slow": (response) => {
      response.write("BEGIN:VCALENDAR\r\n")
      const timer = setInterval(() => response.write("X:1\r\n"), 50)
      response.on("close", () => clearInterval(timer))
    },
    "/silent": () => {},
    "/away": (response) => response.writeHead(302, { Location: "http://127.0.0.1:1/one" }).end(),
  }
  const server = createServer((request, response) => paths[request.url ?? ""]?.(response))
  let origin = ""

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const read = (path: string) =>
    createCalendars({ APP_NAME: "Salon", CALENDAR_ORIGIN: origin, origins, timeoutMs: 400 }).fetch(origin + path)

  test("is read where its origin is configured, and nowhere else", async () => {
    expect(await read("/one")).toEqual({ text: calendar })
    expect(await calendars.fetch(`${origin}/one`)).toEqual({ error: "refused" })
  })

  test("that redirects to another port is not followed", async () => {
    expect(await read("/away")).toEqual({ error: "refused" })
  })

  test("that sends fifty megabytes compressed is given up at one", async () => {
    expect(await read("/bomb")).toEqual({ error: "too_large" })
  })

  test.each(["/slow", "/silent"])("that never ends at %s is given up when the time is over", async (path) => {
    const startedAt = performance.now()
    expect(await read(path)).toEqual({ error: "unreachable" })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
