import { expect, test } from "vitest"
import { factorCodeMinutes } from "~/domain/accounts/first-factor/factor-code"
import { newFactorHold } from "~/domain/accounts/first-factor/hold.server"
import { challengeLifetimes } from "~/domain/accounts/second-factor/challenges.server"
import { sessionLifetime, signInLifetime } from "~/domain/accounts/sessions/session.server"
import { signupLifetime } from "~/domain/accounts/sign-up/join.server"
import { staffCodeLifetime } from "~/domain/accounts/staff/staff-code"
import { proofLifetime } from "~/domain/actor/guards"
import { captchaCodeMinutes } from "~/domain/captcha/code.server"
import { linkLifetime } from "~/domain/casting/links.server"
import { keptFor as applicationsKeptFor } from "~/domain/casting/policy"
import { editableFor, maxBody } from "~/domain/chat/limits"
import { linkHold, messageLifetime, requestLifetime } from "~/domain/chat/policy"
import { exportTokenMinutes, tokenMinutes, undoTokenDays } from "~/domain/mail/email-tokens.server"
import { retentionDays } from "~/domain/mail/outbox.server"
import { waits } from "~/domain/mail-delivery/deliver.server"
import { passLifetime } from "~/domain/media/policy"
import { clearedFor } from "~/domain/moderation/hiding.server"
import { keptFor as reportsKeptFor } from "~/domain/moderation/service.server"
import { pushInterval } from "~/domain/notifications/queries.server"
import { retention as notificationsKeptFor } from "~/domain/notifications/service.server"
import { graceDays, reminderDays } from "~/domain/privacy/erasure.server"
import { fileLifetime } from "~/domain/privacy/export.server"
import { recordLifetime } from "~/domain/privacy/schema"
import { limits, signInTries, windowMilliseconds } from "~/domain/rate-limits"
import { keptFor as ticketsKeptFor } from "~/domain/support/service.server"
import { kept } from "../../../party/user-channel/channel-log"
import { frameRate, idleFor, maxSockets, maxStrangers, memberFrameRate } from "../../../party/user-channel/socket"
import { typingEvery } from "../../../party/user-channel/typing-pace"
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
    "auth.sign-in.account": "10 in 15m",
    "auth.sign-in.address": "50 in 15m",
    "auth.confirm.account": "10 in 15m",
    "consent.change": "300 in 1h",
    "favorites.change": "120 in 1m",
    "chat.send": "20 in 1m",
    "chat.start": "10 in 24h",
    "chat.block": "60 in 10m",
    "chat.write": "120 in 1m",
    "chat.edit": "20 in 1m",
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
    "identity.start": "3 in 24h",
    "locale.handoff": "60 in 10m",
    "moderation.report.address": "20 in 1h",
    "moderation.report.urgent": "20 in 1h",
    "moderation.report.hide": "5 in 24h",
    "moderation.report.receipt": "5 in 1h",
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

test("every lifetime is the decided one", () => {
  expect({ sessionLifetime, proofLifetime, editableFor, linkHold, requestLifetime, messageLifetime }).toEqual({
    sessionLifetime: { web: 30 * DAY, api: 90 * DAY },
    proofLifetime: 10 * MINUTE,
    editableFor: 5 * MINUTE,
    linkHold: DAY,
    requestLifetime: 30 * DAY,
    messageLifetime: 365 * DAY,
  })
  expect({ passLifetime, fileLifetime, recordLifetime, tokenMinutes, exportTokenMinutes, captchaCodeMinutes }).toEqual({
    passLifetime: 5 * MINUTE,
    fileLifetime: 7 * DAY,
    recordLifetime: 3 * 365 * DAY,
    tokenMinutes: 60,
    exportTokenMinutes: 7 * 24 * 60,
    captchaCodeMinutes: 10,
  })
  expect({ graceDays, reminderDays, maxBody }).toEqual({ graceDays: 30, reminderDays: 3, maxBody: 4_000 })
  expect({ signInLifetime, signupLifetime, staffCodeLifetime }).toEqual({
    signInLifetime: { web: 90 * DAY, api: 180 * DAY },
    signupLifetime: DAY,
    staffCodeLifetime: DAY,
  })
  expect(challengeLifetimes["held-act"]).toBe(10 * MINUTE)
  expect({ factorCodeMinutes, newFactorHold, undoTokenDays }).toEqual({
    factorCodeMinutes: 15,
    newFactorHold: DAY,
    undoTokenDays: 7,
  })
})

test("every retention period of users' messages is the decided one", () => {
  expect({ applicationsKeptFor, linkLifetime }).toEqual({
    applicationsKeptFor: { draft: 30 * DAY, changes_requested: 90 * DAY, declined: 90 * DAY, withdrawn: 30 * DAY },
    linkLifetime: 365 * DAY,
  })
  expect({ reportsKeptFor, clearedFor, ticketsKeptFor, notificationsKeptFor }).toEqual({
    reportsKeptFor: 3 * 365 * DAY,
    clearedFor: 30 * DAY,
    ticketsKeptFor: 2 * 365 * DAY,
    notificationsKeptFor: 180 * DAY,
  })
})

test("the retries and the retention of a mail are the decided ones", () => {
  expect(waits).toEqual([MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, DAY])
  expect(retentionDays).toEqual({ done: 30, dead: 90 })
})

test("the frequency of members' notifications is the decided one", () => {
  expect({ typingEvery, pushInterval }).toEqual({
    typingEvery: 2_000,
    pushInterval: 10 * MINUTE,
  })
})

test("the capacity of a member's channel is the decided one", () => {
  expect({ kept, frameRate, memberFrameRate, idleFor, maxSockets, maxStrangers }).toEqual({
    kept: { events: 5_000, for: 30 * DAY },
    frameRate: { max: 60, window: MINUTE, patience: 240 },
    memberFrameRate: { max: 240, window: MINUTE },
    idleFor: 30_000,
    maxSockets: 50,
    maxStrangers: 5,
  })
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
