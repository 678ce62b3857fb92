import { expect, test } from "vitest"
import { limits, signInTries, windowMilliseconds } from "~/domain/core/rate-limits"
import { waits } from "~/domain/operations/mail-delivery/deliver.server"
import { cookies } from "../../../worker/http/cookies"

// The numbers of the specification and of the decisions, written again: a change in the code needs one here, with its
// reason. Other tests use the code's own, to check that it is enforced.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test("every rate limit is the decided one", () => {
  const notified = Object.entries(limits).map(([name, limit]) => [name, `${limit.max} in ${limit.window}`])
  expect(Object.fromEntries(notified)).toEqual({
    "access.try": "20 in 10m",
    "answering.change": "120 in 10m",
    "calendar.address": "20 in 1h",
    "calendar.read": "20 in 1h",
    "calendar.stranger": "60 in 10m",
    "captcha.code.address": "10 in 1h",
    "captcha.code.email": "5 in 1h",
    "captcha.code.try": "5 in 10m",
    "auth.join.address": "20 in 1h",
    "auth.join.email": "5 in 1h",
    "auth.reset.address": "20 in 1h",
    "auth.reset.email": "5 in 1h",
    "auth.token.address": "60 in 15m",
    "billing.change": "30 in 1h",
    "billing.checkout": "20 in 1h",
    "billing.expect": "30 in 10m",
    "video.file": "60 in 1h",
    "video.open": "30 in 1h",
    "video.part": "3000 in 1h",
    "workshop.save": "600 in 1h",
    "workshop.submit": "20 in 24h",
    "workshop.translate": "30 in 1h",
    "auth.sign-in.account": "10 in 15m",
    "auth.sign-in.address": "50 in 15m",
    "auth.confirm.account": "10 in 15m",
    "consent.change": "300 in 1h",
    "favorites.change": "120 in 1m",
    "searches.change": "120 in 10m",
    "chat.send": "20 in 1m",
    "chat.start": "10 in 24h",
    "chat.block": "60 in 10m",
    "chat.write": "120 in 1m",
    "chat.edit": "20 in 1m",
    "chat.search": "60 in 1m",
    "media.upload": "120 in 1h",
    "push.subscribe": "30 in 1h",
    "realtime.attend": "240 in 1m",
    "realtime.connect": "120 in 1m",
    "realtime.stranger": "30 in 1m",
    "realtime.strangers": "150 in 1m",
    "privacy.export": "3 in 24h",
    "auth.second-factor.account": "10 in 15m",
    "auth.second-factor.account-day": "50 in 24h",
    "auth.second-factor.forgive": "3 in 24h",
    "auth.factor-code.send": "5 in 1h",
    "auth.factor-code.try": "20 in 24h",
    "auth.held-act": "60 in 1h",
    "auth.staff-code.account": "20 in 1h",
    "staff.impersonate": "20 in 1h",
    "auth.passkey.address": "60 in 15m",
    "account.avatar": "20 in 1h",
    "account.email": "5 in 1h",
    "account.email.to": "5 in 1h",
    "account.email.works": "3 in 24h",
    "identity.start": "3 in 24h",
    "locale.handoff": "60 in 10m",
    "moderation.report.address": "20 in 1h",
    "moderation.report.urgent": "20 in 1h",
    "moderation.report.hide": "5 in 24h",
    "moderation.report.receipt": "5 in 1h",
    "safety.help": "10 in 24h",
    "support.write.address": "10 in 1h",
    "support.write.account": "20 in 1h",
    "support.receipt": "5 in 1h",
    "casting.start": "10 in 1h",
    "casting.send": "10 in 1h",
    "casting.save": "600 in 1h",
    "casting.picture": "60 in 1h",
    "casting.receipt": "5 in 1h",
  })
  expect([limits["auth.sign-in.account"].slowFrom, signInTries]).toEqual([4, 5])
  expect((["1m", "1h", "24h", "30s"] as const).map(windowMilliseconds)).toEqual([MINUTE, HOUR, DAY, 30_000])
})

test("the retries of a mail are the decided ones", () => {
  expect(waits).toEqual([MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY])
})

test("the lifetime of every cookie is the decided one", () => {
  const ages = Object.entries(cookies).map(([name, { options }]) => [name, (options.maxAge * 1_000) / DAY])
  expect(Object.fromEntries(ages)).toEqual({
    access: 30,
    act: MINUTE / DAY,
    age: 1,
    application: 90,
    bookmark: (5 * MINUTE) / DAY,
    device: 400,
    handoff: MINUTE / DAY,
    locale: 365,
    returnTo: HOUR / DAY,
    session: 30,
    signIn: (10 * MINUTE) / DAY,
    signup: 1,
  })
})
