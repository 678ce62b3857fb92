import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import * as z from "zod"
import {
  addPerson,
  createConsentLink,
  declareFirstTime,
  declareMediaItem,
  getPeople,
  removePerson,
} from "~/domain/verification/consent/people.server"
import {
  Declaration,
  DeclarationForm,
  FirstDeclarations,
  PersonActionForm,
  PersonForm,
} from "~/domain/verification/consent/schema"
import { type DeclarationIntent, DeclarationList } from "~/features/verification/consent/declaration-list"
import { type LinkResult, type PeopleIntent, PeopleList } from "~/features/verification/consent/people-list"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { useFormResults } from "~/remix/form"
import { byIntent, parseValues, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["identity", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const own = await getPeople(ctx)
  return { ...own, now: ctx.now(), title: translator(ctx.locale, "identity")("people.title") }
})

export const action = withContext((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "identity")
  const done = (message: string) => data<LinkResult>({ message })
  return byIntent<PeopleIntent | DeclarationIntent>(args, {
    add: (args) =>
      submitForm(args, PersonForm, async (form) => {
        await addPerson(ctx, form)
        return done(t("people.added"))
      }),
    remove: (args) =>
      submitForm(args, PersonActionForm, async ({ person }) => {
        await removePerson(ctx, person)
        return done(t("people.removed"))
      }),
    link: (args) =>
      submitForm(args, PersonActionForm, async ({ person }) => {
        const { url } = await createConsentLink(ctx, person)
        return data<LinkResult>({ link: { person, url } })
      }),
    declare_all: (args) =>
      submitForm(args, z.object({}), async (_, form) => {
        const ids = { media: form.getAll("media"), exceptions: form.getAll("exception") }
        await declareFirstTime(ctx, parseValues(FirstDeclarations, ids))
        return done(t("declare.saved"))
      }),
    declare: (args) =>
      submitForm(args, DeclarationForm, async ({ medium: mediaItem, others }, form) => {
        const people = parseValues(Declaration.shape.people, form.getAll("person"))
        await declareMediaItem(ctx, mediaItem, { has_others: others === "yes", people })
        return data<LinkResult>({ message: t("declare.saved"), values: { medium: mediaItem } })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => pageMeta(matches, page?.title)

export default function PeoplePage() {
  const { t } = useTranslation("identity")
  const { title, people, media, now } = useLoaderData<typeof loader>()
  const resultOf = useFormResults() as (intent: string) => LinkResult | undefined
  return (
    <>
      <h1 className="text-page-title">{title}</h1>
      <p className="measure mt-3 text-lead text-ink2">{t("people.lead")}</p>
      <div className="mt-10 space-y-14">
        <DeclarationList people={people} media={media} resultOf={resultOf} />
        <PeopleList people={people} now={now} resultOf={resultOf} />
      </div>
    </>
  )
}
