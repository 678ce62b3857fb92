import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  waitOnExecutionContext,
} from "cloudflare:test"
import { env } from "cloudflare:workers"
import { desc, eq } from "drizzle-orm"
import { outboxEmails } from "~/db/schema"
import type { Job } from "~/domain/core/jobs"
import type { Message } from "~/domain/core/ports/mailer"
import { newId } from "~/lib/id"
import worker from "../../../worker/index"
import type { MailJob } from "../../../worker/queues/queues"
import type { StepMessage } from "../../../worker/queues/step-queue"
import { en, type FormFields, fetchWith, form, fr, json, withAccess } from "./app"
import { takeLog } from "./log"
import { db } from "./rows"

/** The ids of the mails that the Worker enqueued, which wait here for `deliverMails`. */
const enqueued: string[] = []

/** The jobs that the Worker enqueued, which wait here for `runJobs`. */
const started: Job[] = []

/** Parts of the cron's steps, which wait here for `runSteps`. */
const parts: StepMessage[] = []

/** Bindings that retain mails and jobs within this test. */
export const mailBindings = {
  MAIL_ADAPTER: "mailbox",
  MAIL_QUEUE: { send: async ({ id }: MailJob) => void enqueued.push(id) },
  JOB_QUEUE: { send: async (job: Job) => void started.push(job) },
  PAYMENT_QUEUE: { send: async (job: Job) => void started.push(job) },
  STEP_QUEUE: { send: async (part: StepMessage) => void parts.push(part) },
}

/** Fetches with the access cookie; the enqueued mails wait. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetchWith(mailBindings, path, await withAccess(init))
}

/** Posts a page's form. */
export function submit(path: string, fields: FormFields = {}, init: RequestInit = {}): Promise<Response> {
  const { headers, ...posted } = form(fields, path.startsWith(fr) ? fr : en)
  return ask(path, { ...posted, headers: { ...(headers as object), ...(init.headers as object) } })
}

/** Calls the JSON API. */
export function call(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return ask(`/api${path}`, json(body, headers))
}

/** Passes mails (by default the enqueued ones) to the Worker's queue consumer, all in one batch. */
export async function deliverMails(ids: string[] = enqueued.splice(0)): Promise<void> {
  const messages = ids.map((id) => ({ id, timestamp: new Date(), attempts: 1, body: { id } }))
  const batch = createMessageBatch<MailJob>("salon-mail", messages)
  const context = createExecutionContext()
  await worker.queue(batch, { ...env, ...mailBindings } as unknown as Env, context)
  await waitOnExecutionContext(context)
}

/**
 * Passes jobs (by default the enqueued ones) to the Worker's queue consumer; returns whether each is done or retried.
 */
export async function runJobs(jobs: Job[] = started.splice(0), changes: object = {}, attempts = 1): Promise<boolean[]> {
  const done: boolean[] = []
  const messages = jobs.map((body, index) => ({
    body,
    attempts,
    ack: () => {
      done[index] = true
    },
    retry: () => {
      done[index] = false
    },
  }))
  const context = createExecutionContext()
  const bindings = { ...env, ...mailBindings, ...changes } as unknown as Env
  await worker.queue({ queue: "salon-jobs", messages } as unknown as MessageBatch<Job>, bindings, context)
  await waitOnExecutionContext(context)
  return done
}

/** Removes the enqueued jobs without running them. */
export function takeJobs(): Job[] {
  return started.splice(0)
}

/** Runs the cron of every five minutes, or the nightly one, with all parts of its steps; returns how many each step had. */
export async function runCron(
  cron: "*/5 * * * *" | "17 3 * * *",
  changes: object = {},
): Promise<Record<string, number>> {
  const context = createExecutionContext()
  const bindings = { ...env, ...mailBindings, ...changes } as unknown as Env
  await worker.scheduled(createScheduledController({ cron }), bindings, context)
  await waitOnExecutionContext(context)
  const ran = await runSteps(changes)
  // Work that a test puts off for an hour is late; background/late-lanes.test.ts has the line itself.
  takeLog("lane.late")
  return ran
}

/** Passes the enqueued parts of steps to the Worker's queue consumer until none is left; one that fails is not tried again. */
async function runSteps(changes: object = {}): Promise<Record<string, number>> {
  const ran: Record<string, number> = {}
  for (let part = parts.shift(); part; part = parts.shift()) {
    const { step } = part
    ran[step] = (ran[step] ?? 0) + 1
    if (ran[step] > 200) throw new Error(`The step ${step} does not end`)
    const messages = [{ body: part, attempts: 3, ack() {}, retry() {} }]
    const context = createExecutionContext()
    const bindings = { ...env, ...mailBindings, ...changes } as unknown as Env
    await worker.queue({ queue: "salon-steps", messages } as unknown as MessageBatch<StepMessage>, bindings, context)
    await waitOnExecutionContext(context)
  }
  return ran
}

/** Runs one step of the cron with all its parts; returns how many it had. */
export async function runStep(step: StepMessage["step"]): Promise<Record<string, number>> {
  parts.push({ step, run: newId(Date.now()), place: null })
  return runSteps()
}

/** Removes the enqueued mails without delivering them. */
export function takeWoken(): string[] {
  return enqueued.splice(0)
}

/** Returns the outbox's mails to an address, newest first. */
export function mailsTo(recipient: string) {
  return db.select().from(outboxEmails).where(eq(outboxEmails.recipient, recipient)).orderBy(desc(outboxEmails.id))
}

/** Delivers the waiting mails; returns the newest one to an address. */
export async function receive(recipient: string): Promise<Message> {
  await deliverMails()
  const mail = (await mailsTo(recipient)).find(({ state }) => state === "sent")
  if (!mail?.rendered) throw new Error(`No mail reached ${recipient}`)
  return JSON.parse(mail.rendered) as Message
}

/** Returns the path of the one link in a mail that holds a token. */
export function linkIn({ text }: Message): string {
  const links = [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link).pathname)
  if (links.length !== 1) throw new Error(`This mail has ${links.length} links: ${text}`)
  return links[0] as string
}
