import { describe, expect, test } from "vitest"
import { CalendarTooLarge } from "~/domain/profiles/calendar/feeds/budget"
import { busyParts, CalendarUnreadable } from "~/domain/profiles/calendar/feeds/busy-parts.server"

/** A Friday. */
const from = "2026-12-04"

const calendarOf = (...parts: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//Some program//EN", ...parts, "END:VCALENDAR", ""]
    .join("\n")
    .replaceAll("\n", "\r\n")
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:one@somewhere", ...lines, "END:VEVENT"].join("\n")
const partsOf = (...parts: string[]) => busyParts(calendarOf(...parts), from, 90)
const wholeDay = (day: string) => [`${day}-afternoon`, `${day}-evening`, `${day}-morning`]

const parisZone = `BEGIN:VTIMEZONE
TZID:Europe/Paris
X-LIC-LOCATION:Europe/Paris
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`
/** As Outlook writes it: a name of Windows, from 1601. */
const tokyoOfOutlook = `BEGIN:VTIMEZONE
TZID:Tokyo Standard Time
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:+0900
TZOFFSETTO:+0900
END:STANDARD
END:VTIMEZONE`
const easternOfOutlook = `BEGIN:VTIMEZONE
TZID:Eastern Standard Time
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`

describe("a calendar as Google, Apple and Outlook write it", () => {
  test("Google's times in UTC, with a weekly series, a time left out and one that was moved, are read", () => {
    const text = calendarOf(
      "CALSCALE:GREGORIAN\nMETHOD:PUBLISH\nX-WR-CALNAME:Camille\nX-WR-TIMEZONE:Europe/Paris",
      parisZone,
      `BEGIN:VEVENT
DTSTART:20261205T130000Z
DTEND:20261205T150000Z
DTSTAMP:20261128T101500Z
UID:4q2m8s@google.com
CREATED:20261120T090000Z
DESCRIPTION:Une longue description\\, avec des virgules et une ligne qui est pl
 iée à soixante-quinze octets.
LAST-MODIFIED:20261120T090000Z
SEQUENCE:0
STATUS:CONFIRMED
SUMMARY:Dentiste
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Paris:20251103T190000
DTEND;TZID=Europe/Paris:20251103T203000
RRULE:FREQ=WEEKLY;UNTIL=20261221T225959Z;BYDAY=MO
EXDATE;TZID=Europe/Paris:20261214T190000
DTSTAMP:20261128T101500Z
UID:cours@google.com
STATUS:CONFIRMED
SUMMARY:Cours
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Paris:20261208T090000
DTEND;TZID=Europe/Paris:20261208T103000
DTSTAMP:20261128T101500Z
UID:cours@google.com
RECURRENCE-ID;TZID=Europe/Paris:20261207T190000
STATUS:CONFIRMED
SUMMARY:Cours
TRANSP:OPAQUE
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20261210
DTEND;VALUE=DATE:20261211
UID:anniversaire@google.com
SUMMARY:Anniversaire
TRANSP:TRANSPARENT
END:VEVENT`,
    )
    expect(busyParts(text, from, 90)).toEqual(["2026-12-05-afternoon", "2026-12-08-morning", "2026-12-21-evening"])
  })

  test("Apple's days without times, and its series of weekdays by a zone's name, are read", () => {
    const text = calendarOf(
      "CALSCALE:GREGORIAN\nMETHOD:PUBLISH\nX-APPLE-CALENDAR-COLOR:#1BADF8",
      parisZone,
      `BEGIN:VEVENT
CREATED:20261101T080000Z
DTEND;VALUE=DATE:20261228
DTSTAMP:20261101T080001Z
DTSTART;VALUE=DATE:20261226
LAST-MODIFIED:20261101T080000Z
SEQUENCE:1
SUMMARY:Vacances
TRANSP:OPAQUE
UID:6E2B1B2C-9E0D-4C8E-8C1B-0A6F5E5D7A11
X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC
BEGIN:VALARM
ACTION:DISPLAY
DESCRIPTION:Reminder
TRIGGER:-PT15M
UID:AAAA
X-WR-ALARMUID:AAAA
END:VALARM
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID=Europe/Paris:20200106T083000
DURATION:PT2H
RRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20261207T225959Z
SUMMARY:Sport
UID:6E2B1B2C-9E0D-4C8E-8C1B-0A6F5E5D7A12
END:VEVENT`,
    )
    expect(busyParts(text, from, 90)).toEqual([
      "2026-12-04-morning",
      "2026-12-06-morning",
      ...wholeDay("2026-12-26"),
      ...wholeDay("2026-12-27"),
    ])
  })

  test("Outlook's zones by the names of Windows, and its rules of the last working day, are read", () => {
    const text = calendarOf(
      "METHOD:PUBLISH\nX-WR-CALNAME:Calendar",
      tokyoOfOutlook,
      easternOfOutlook,
      `BEGIN:VEVENT
DESCRIPTION:\\n
RRULE:FREQ=MONTHLY;COUNT=100;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
UID:040000008200E00074C5B7101A82E00800000000
SUMMARY:Busy
DTSTART;TZID=Eastern Standard Time:20260130T090000
DTEND;TZID=Eastern Standard Time:20260130T110000
CLASS:PUBLIC
PRIORITY:5
DTSTAMP:20261128T101500Z
TRANSP:OPAQUE
STATUS:CONFIRMED
SEQUENCE:0
X-MICROSOFT-CDO-BUSYSTATUS:BUSY
X-MICROSOFT-DISALLOW-COUNTER:FALSE
END:VEVENT
BEGIN:VEVENT
UID:040000008200E00074C5B7101A82E00800000001
SUMMARY:Busy
DTSTART;TZID=Tokyo Standard Time:20261205T200000
DTEND;TZID=Tokyo Standard Time:20261205T220000
TRANSP:OPAQUE
STATUS:CONFIRMED
END:VEVENT`,
    )
    expect(busyParts(text, from, 90)).toEqual([
      "2026-12-05-afternoon",
      "2026-12-31-afternoon",
      "2027-01-29-afternoon",
      "2027-02-26-afternoon",
    ])
  })
})

describe("an event", () => {
  test.each<[string, string[], string[]]>([
    ["of half an hour makes nothing busy", ["DTSTART:20261205T090000Z", "DTEND:20261205T093000Z"], []],
    ["without an end makes nothing busy", ["DTSTART:20261205T090000Z"], []],
    ["that ends before it begins makes nothing busy", ["DTSTART:20261205T090000Z", "DTEND:20261205T070000Z"], []],
    ["of an hour makes its part busy", ["DTSTART:20261205T090000Z", "DTEND:20261205T100000Z"], ["2026-12-05-morning"]],
    [
      "that takes less than an hour of the next part leaves that one free",
      ["DTSTART:20261205T090000Z", "DTEND:20261205T115900Z"],
      ["2026-12-05-morning"],
    ],
    [
      "that takes an hour of each of two parts makes both busy",
      ["DTSTART:20261205T090000Z", "DTEND:20261205T120000Z"],
      ["2026-12-05-afternoon", "2026-12-05-morning"],
    ],
    [
      "without a zone is at the site's time",
      ["DTSTART:20261205T173000", "DTEND:20261205T190000"],
      ["2026-12-05-evening"],
    ],
    [
      "of a zone that nobody knows is at the site's time",
      ["DTSTART;TZID=Somewhere Else:20261205T180000", "DTEND;TZID=Somewhere Else:20261205T190000"],
      ["2026-12-05-evening"],
    ],
    [
      "of a named zone without a definition is at that zone's time",
      ["DTSTART;TZID=America/New_York:20261205T180000", "DTEND;TZID=America/New_York:20261206T010000"],
      ["2026-12-06-morning"],
    ],
    [
      "with ends in two zones takes as long as it does",
      ["DTSTART;TZID=Europe/London:20261205T080000", "DTEND;TZID=Europe/Paris:20261205T093000"],
      [],
    ],
    [
      "across midnight makes the evening busy, and the next morning once it takes an hour of that",
      ["DTSTART:20261205T220000Z", "DTEND:20261206T060000Z"],
      ["2026-12-05-evening", "2026-12-06-morning"],
    ],
    [
      "of the night makes nothing busy",
      ["DTSTART;TZID=Europe/Paris:20261205T235900", "DTEND;TZID=Europe/Paris:20261206T065900"],
      [],
    ],
    ["without times takes its whole day", ["DTSTART;VALUE=DATE:20261206"], wholeDay("2026-12-06")],
    [
      "without times that began before takes what is left of it",
      ["DTSTART;VALUE=DATE:20261101", "DTEND;VALUE=DATE:20261205"],
      wholeDay("2026-12-04"),
    ],
    ["that was cancelled leaves its time free", ["DTSTART;VALUE=DATE:20261206", "STATUS:CANCELLED"], []],
    ["that leaves its owner free does so", ["DTSTART;VALUE=DATE:20261206", "TRANSP:TRANSPARENT"], []],
    ["of yesterday is over", ["DTSTART:20261203T090000Z", "DTEND:20261203T110000Z"], []],
    ["after ninety days is not looked at", ["DTSTART;VALUE=DATE:20270304"], []],
    ["of the ninetieth day is looked at", ["DTSTART;VALUE=DATE:20270303"], wholeDay("2027-03-03")],
    [
      "of each year since long ago is found",
      ["DTSTART;VALUE=DATE:19040224", "RRULE:FREQ=YEARLY"],
      wholeDay("2027-02-24"),
    ],
    [
      "of every other Saturday keeps its weeks",
      ["DTSTART;VALUE=DATE:20200104", "RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=20261220"],
      [...wholeDay("2026-12-12")],
    ],
    [
      "that counts its times ends with them",
      ["DTSTART;VALUE=DATE:20261202", "RRULE:FREQ=DAILY;COUNT=4"],
      [...wholeDay("2026-12-04"), ...wholeDay("2026-12-05")],
    ],
    [
      "with dates of its own takes place on them, too",
      ["DTSTART;VALUE=DATE:20261206", "RDATE;VALUE=DATE:20261208"],
      [...wholeDay("2026-12-06"), ...wholeDay("2026-12-08")],
    ],
    [
      "of a series leaves out times that are named in UTC, or by their day",
      [
        "DTSTART;TZID=Europe/Paris:20261204T140000",
        "DTEND;TZID=Europe/Paris:20261204T160000",
        "RRULE:FREQ=DAILY;COUNT=4",
        "EXDATE:20261205T130000Z",
        "EXDATE;VALUE=DATE:20261206",
      ],
      ["2026-12-04-afternoon", "2026-12-07-afternoon"],
    ],
    [
      "of a series that ends in UTC has its last evening",
      [
        "DTSTART;TZID=Europe/Paris:20261204T200000",
        "DTEND;TZID=Europe/Paris:20261204T220000",
        "RRULE:FREQ=DAILY;UNTIL=20261205T190000Z",
      ],
      ["2026-12-04-evening", "2026-12-05-evening"],
    ],
  ])("%s", (_, lines, expected) => {
    expect(partsOf(event(...lines))).toEqual(expected)
  })

  test("of summer is at summer's time, by a name and by a definition", () => {
    const summer = (zone: string) =>
      busyParts(
        calendarOf(
          easternOfOutlook,
          event(`DTSTART;TZID=${zone}:20260701T050000`, `DTEND;TZID=${zone}:20260701T060000`),
        ),
        "2026-07-01",
        1,
      )
    expect([summer("Eastern Standard Time"), summer("America/New_York")]).toEqual([
      ["2026-07-01-morning"],
      ["2026-07-01-morning"],
    ])
  })

  test("of the day on which clocks change is in the part that the clock shows", () => {
    const text = calendarOf(
      event("DTSTART;TZID=Europe/Paris:20270328T110000", "DTEND;TZID=Europe/Paris:20270328T120000"),
    )
    expect(busyParts(text, "2027-03-28", 1)).toEqual(["2027-03-28-morning"])
  })

  test("that is malformed does not hide the others of its calendar", () => {
    expect(partsOf(event("DTSTART:yesterday", "DTEND:20261205T100000Z"), event("DTSTART;VALUE=DATE:20261206"))).toEqual(
      wholeDay("2026-12-06"),
    )
  })
})

describe("a calendar that is not one, or too much of one", () => {
  test.each([
    "",
    "<!doctype html><title>Log in</title>",
    "BEGIN:VCARD\r\nEND:VCARD\r\n",
    "BEGIN:VCALENDAR\r\nnonsense",
  ])("the text %j is unreadable", (text) => {
    expect(() => busyParts(text, from, 90)).toThrow(CalendarUnreadable)
  })

  const long = ["DTSTART:19000101T000000", "DURATION:P1D"]
  test.each([
    "FREQ=SECONDLY",
    "FREQ=SECONDLY;COUNT=1000000000",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=MINUTELY",
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16;BYSECOND=0,1,2,3,4,5,6,7,8,9,10",
    "FREQ=WEEKLY;INTERVAL=1000000000",
    `FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 366 }, (_, n) => `${n + 1},-${n + 1}`).join()}`,
  ])("the rule %s is too much, and is given up within seconds", (rule) => {
    const startedAt = performance.now()
    expect(() => partsOf(event(...long, `RRULE:${rule}`))).toThrow(CalendarTooLarge)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })

  test.each([
    "FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31",
    "FREQ=YEARLY;BYDAY=1MO;BYMONTH=4;BYMONTHDAY=15",
    "FREQ=YEARLY;BYYEARDAY=366;INTERVAL=3",
  ])("the rule %s, which hardly ever takes place, is soon given up", (rule) => {
    const startedAt = performance.now()
    expect(partsOf(event(...long, `RRULE:${rule}`), event("DTSTART;VALUE=DATE:20261206"))).toEqual(
      wholeDay("2026-12-06"),
    )
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })

  test("a zone whose clocks change each second is too much", () => {
    const zone = tokyoOfOutlook.replace("END:STANDARD", "RRULE:FREQ=SECONDLY\nEND:STANDARD")
    const times = ["DTSTART;TZID=Tokyo Standard Time:20261205T200000", "DURATION:PT2H"]
    expect(() => partsOf(zone, event(...times))).toThrow(CalendarTooLarge)
  })

  test("five thousand events are read, and one more is too much", () => {
    const many = (count: number) => Array(count).fill(event("DTSTART;VALUE=DATE:20261206"))
    expect(partsOf(...many(5_000))).toEqual(wholeDay("2026-12-06"))
    expect(() => partsOf(...many(5_001))).toThrow(CalendarTooLarge)
  })

  test("a line of more than 64 KB is too much, folded or not, and one of as many is read", () => {
    const day = event("DTSTART;VALUE=DATE:20261206")
    const line = (length: number) => `X-LONG:${"x".repeat(length - 8)}`
    expect(partsOf(line(65_536), day)).toEqual(wholeDay("2026-12-06"))
    expect(() => partsOf(line(65_537), day)).toThrow(CalendarTooLarge)
    expect(() => partsOf(`X-LONG:${"\n x".repeat(40_000)}`, day)).toThrow(CalendarTooLarge)
  })

  const bytes = 1_000_000
  const many = (length: number, one: (n: number) => string) =>
    Array.from({ length: Math.floor(bytes / length) }, (_, n) => one(n))
  const hostile: Record<string, string[]> = {
    "folded lines": [event(`DESCRIPTION:${"x\n ".repeat(bytes / 4)}`)],
    "lines of parameters": many(60_000, () => `X-A${";A=1".repeat(14_900)}:1`),
    "nested parts": [many(14, () => "BEGIN:VEVENT").join("\n")],
    "series of days": many(200, (n) =>
      event(
        `DTSTART;TZID=Europe/Paris:20100101T0900${10 + (n % 50)}`,
        "DURATION:PT9H",
        "RRULE:FREQ=DAILY;BYDAY=MO,TU,FR",
      ),
    ),
    "long events": many(210, () => event("DTSTART:20260101T000000Z", "DTEND:20280101T000000Z")),
    "dates of an event": [
      event("DTSTART:20261204T100000Z", "DURATION:PT3H", ...many(25, () => "RDATE:20261204T100000Z")),
    ],
    "zones, and an event of each": many(290, (n) =>
      [
        tokyoOfOutlook.replace("Tokyo Standard Time", `zone-${n}`),
        event(`DTSTART;TZID=zone-${n}:20261204T100000`, "DURATION:PT3H"),
      ].join("\n"),
    ),
    "observances of a zone": [
      tokyoOfOutlook.replace(/BEGIN:STANDARD[\s\S]*END:STANDARD\n/, (one) => one.repeat(bytes / 100)),
      event("DTSTART;TZID=Tokyo Standard Time:20261204T100000", "DURATION:PT3H"),
    ],
  }
  test.each(Object.keys(hostile))("a megabyte of %s is done with within seconds", (name) => {
    const startedAt = performance.now()
    try {
      partsOf(...(hostile[name] ?? []))
    } catch (error) {
      expect([CalendarTooLarge, CalendarUnreadable].some((one) => error instanceof one)).toBe(true)
    }
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})
