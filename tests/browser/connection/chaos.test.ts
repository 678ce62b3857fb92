import type { Browser, BrowserContext, Page } from "@playwright/test"
import { origins, pairs } from "../addresses"
import { type Fault, faults, type Inbox, isSocket, type Walk, type Walker, walk } from "../chaos"
import { ask, enterAs, meetPair, post } from "../chat-people"
import { pages } from "../site-pages"
import { test as base, expect } from "../test"

/** `npm run test:chaos` does all of it: hours. For less: patterns of the paths to walk, and of the requests (`GET /faq.data`) to fail. */
const isWhole = process.env.CHAOS === "whole"
const pathPattern = new RegExp(process.env.CHAOS_PAGES ?? "")
const requests = new RegExp(process.env.CHAOS_REQUESTS ?? "")
const hour = 3_600_000

const roles = ["visitor", "member", "premium", "owner", "admin"] as const
type Role = (typeof roles)[number]
/** Walks at a time. Those who hear messages walk alone: what one of their windows reads is read in all. */
const abreast: Record<Role, number> = { visitor: 3, member: 3, premium: 1, owner: 1, admin: 3 }

interface People {
  walkers: Record<Role, Walker>
  /** The path of an open conversation of each. */
  conversations: Partial<Record<Role, string>>
}

const test = base.extend<object, { people: People }>({
  people: [
    async ({ browser, passes, sessionOf }, use) => {
      const pair = await meetPair(browser, passes, "chaos")
      // Side by side, a message that one walker is sent would take away the draft of the other.
      const ownerPair = isWhole ? await meetPair(browser, passes, "chaosOwner") : pair
      const stateOf = async (email: string, language: "en" | "fr") => {
        const { context } = await enterAs(browser, passes, email, language)
        const storageState = await context.storageState()
        await context.close()
        return { baseURL: origins[language], storageState }
      }
      const account = async (name: "member" | "admin") => ({
        role: name,
        options: { baseURL: origins.en, storageState: await signedIn(browser, passes, await sessionOf("en", name)) },
        inbox: null,
      })
      const inboxOf = (walker: Page, sender: Page, id: string): Inbox => ({
        post: (text) => postPatiently(() => post(sender, id, text)),
        unread: () => unreadOf(walker),
      })
      await use({
        conversations: { premium: pair.path, owner: ownerPair.path },
        walkers: {
          visitor: { role: "visitor", options: { baseURL: origins.en, storageState: passes }, inbox: null },
          member: await account("member"),
          admin: await account("admin"),
          premium: {
            role: "premium",
            options: await stateOf(pairs.chaos.requester, "en"),
            inbox: inboxOf(pair.requester, pair.owner, pair.id),
          },
          owner: {
            role: "owner",
            options: await stateOf(pairs[isWhole ? "chaosOwner" : "chaos"].owner, "fr"),
            inbox: inboxOf(ownerPair.owner, ownerPair.requester, ownerPair.id),
          },
        },
      })
      for (const { requester, owner } of new Set([pair, ownerPair])) {
        await requester.context().close()
        await owner.context().close()
      }
    },
    { scope: "worker", timeout: 60_000 },
  ],
})

type State = Awaited<ReturnType<BrowserContext["storageState"]>>

async function signedIn(browser: Browser, passes: State, cookies: State["cookies"]): Promise<State> {
  const context = await browser.newContext({ storageState: passes })
  await context.addCookies(cookies)
  const state = await context.storageState()
  await context.close()
  return state
}

async function unreadOf(page: Page): Promise<{ messages: number; all: number }> {
  const me = await ask<{ unread_messages_count: number; unread_notifications_count: number }>(page, {
    method: "GET",
    path: "/auth/me",
  })
  return { messages: me.unread_messages_count, all: me.unread_messages_count + me.unread_notifications_count }
}

/** Twenty messages a minute are all that a member may send. */
async function postPatiently(send: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await send()
      return
    } catch (error) {
      if (!String(error).includes(": 429 ")) throw error
      await new Promise((resolve) => setTimeout(resolve, 3_000))
    }
  }
}

interface ChaosResult {
  role: string
  path: string
  key: string
  fault: Fault
  connectionStatus: string
}

const line = ({ role, path, key, fault, connectionStatus }: ChaosResult) =>
  `${role} on ${path}, ${key}, ${fault}: ${connectionStatus}`

function testSample(): void {
  test.describe.configure({ mode: "default" })
  const conversation = { path: null, heading: { premium: "Constance Lacombe", owner: "Miles Corbett" } } as const
  const listing = { path: "/escorts", heading: { visitor: "All profiles" } } as const
  const profile = { path: "/escorts/camille-aubert", heading: { visitor: "Camille Aubert" } } as const
  const sample = [
    { role: "premium", ...conversation, key: /^SOCKET \/app\//, kind: "abort" },
    { role: "owner", ...conversation, key: /^GET \/assets\/connection-/, kind: "abort" },
    { role: "premium", ...conversation, key: /^GET \/api\/events/, kind: "delay" },
    { role: "visitor", ...listing, key: /^GET \/assets\/root-/, kind: "abort" },
    { role: "visitor", ...listing, key: /^GET \/faq\.data/, kind: "503" },
    { role: "visitor", ...profile, key: /^GET \/assets\/shell-/, kind: "503" },
  ] as const
  for (const { role, path, heading, key, kind } of sample) {
    test(`${path ?? "A conversation"} works for a ${role} though ${key.source} fails once (${kind})`, async ({
      browser,
      people,
    }) => {
      const title = (heading as Partial<Record<Role, string>>)[role]
      const plan = { walker: people.walkers[role], path: path ?? people.conversations[role] ?? "", heading: title }
      const walked = await walk(browser, { ...plan, fault: { key, kind } })
      expect(walked.trouble).toBeNull()
      expect(walked.isHit, "whether it was requested at all").toBe(true)
    })
  }
}

function testWhole(): void {
  for (const role of roles) {
    test(`Each page that a ${role} sees stands the failure of any one request`, async ({ browser, people }) => {
      test.setTimeout(24 * hour)
      const failures: string[] = []
      let cases = 0
      for (const path of pathsFor(role, people.conversations[role])) {
        const walker = people.walkers[role]
        const calm = await walk(browser, { walker, path })
        // Led elsewhere, or refused: not a page of this role's.
        if (calm.status !== 200 || calm.endedOn !== path) continue
        if (calm.trouble) failures.push(`${role} on ${path}, calm: ${calm.trouble}`)
        const known = await seenBefore(browser, people, role, path)
        const keys = [...calm.requests]
          .filter(([key, isStatic]) => requests.test(key) && !(isStatic && known.has(key)))
          .map(([key]) => key)
        const plans = keys.flatMap((key) =>
          faults
            // A socket has no status.
            .filter((kind) => !(kind === "503" && isSocket(key)))
            .map((kind) => ({ key, kind })),
        )
        const begun = Date.now()
        let missed = 0
        let done = 0
        await inParallel(plans, abreast[role], async (fault) => {
          const walked = await walk(browser, { walker, path, heading: calm.heading, fault })
          if (!walked.isHit) missed += 1
          done += 1
          if (done % 50 === 0) console.log(`${role} on ${path}: ${done} of ${plans.length}`)
          if (!walked.trouble) return
          failures.push(line({ role, path, key: fault.key, fault: fault.kind, connectionStatus: walked.trouble }))
          console.log(failures.at(-1))
        })
        cases += plans.length
        const seconds = Math.round((Date.now() - begun) / 1_000)
        console.log(`${role} on ${path}: ${plans.length} cases in ${seconds} s, ${missed} not requested again`)
      }
      console.log(`${role}: ${cases} cases, ${failures.length} troubles`)
      expect(failures).toEqual([])
    })
  }
}

function pathsFor(role: Role, conversation: string | undefined): string[] {
  const paths = pages
    .filter(({ status, isPlain, path }) => !status && !isPlain && (role === "admin" || !isOfStaff(path)))
    .filter(({ as }) => role !== "visitor" || !as)
    .map(({ path }) => path)
  return [...new Set([...(conversation ? [conversation] : []), ...paths])].filter((path) => pathPattern.test(path))
}

const isOfStaff = (path: string) => path.startsWith("/dashboard/")

/** The files that the first role to see a page has walked there. */
async function seenBefore(browser: Browser, people: People, role: Role, path: string): Promise<Walk["requests"]> {
  const first: Role = /^\/(profile|dashboard)\b/.test(path) ? "member" : "visitor"
  if (role === first || isOfStaff(path) || path === people.conversations[role]) return new Map()
  return (await walk(browser, { walker: people.walkers[first], path })).requests
}

async function inParallel<Item>(items: Item[], atOnce: number, action: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await action(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

if (isWhole) testWhole()
else testSample()
