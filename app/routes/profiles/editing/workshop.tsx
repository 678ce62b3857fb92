import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import { AvailabilityForm } from "~/domain/profiles/editing/forms"
import {
  getWorkshop,
  pauseProfile,
  publishProfile,
  setAvailability,
  submitProfile,
  withdrawProfile,
} from "~/domain/profiles/editing/workshop.server"
import { type WorkshopIntent, WorkshopOverview } from "~/features/profiles/editing/workshop-overview"
import { translator } from "~/i18n/i18n.server"
import type { FormResult } from "~/remix/form"
import { byIntent, type FormHandler, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { type PageArgs, withContext } from "~/remix/page.server"

export const handle = { i18n: ["workshop", "member", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const workshop = await getWorkshop(ctx)
  return { title: translator(ctx.locale, "workshop")("title"), workshop, now: ctx.now() }
})

/** Returns the handler of a button that does one thing, and says so in a sentence. */
const act =
  (
    run: (ctx: PageArgs["ctx"]) => Promise<void>,
    done: "submitted" | "published" | "paused" | "withdrawn",
  ): FormHandler =>
  (args) =>
    submitForm(args, z.object({}), async () => {
      await run(args.ctx)
      return data<FormResult>({ message: translator(args.ctx.locale, "workshop")(`acts.${done}`) })
    })

export const action = withContext((args) =>
  byIntent<WorkshopIntent>(args, {
    submit: act(submitProfile, "submitted"),
    publish: act(publishProfile, "published"),
    pause: act(pauseProfile, "paused"),
    withdraw: act(withdrawProfile, "withdrawn"),
    available: (args) =>
      submitForm(args, AvailabilityForm, async ({ hours, rhythm }) => {
        const { ctx } = args
        const until = hours === 0 ? null : ctx.now() + (hours ?? 0) * 3_600_000
        await setAvailability(ctx, { rhythm, ...(hours !== null && { available_until: until }) })
        return data<FormResult>({ message: translator(ctx.locale, "workshop")("available.saved") })
      }),
  }),
)

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function WorkshopPage() {
  const { workshop, now } = useLoaderData<typeof loader>()
  return <WorkshopOverview workshop={workshop} now={now} />
}
