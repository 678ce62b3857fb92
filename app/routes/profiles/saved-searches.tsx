import { data, type HeadersFunction, type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findNewestPortraits } from "~/domain/profiles/member-home/member-home.server"
import {
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
  setSearchAlert,
} from "~/domain/profiles/saved-searches/saved-searches.server"
import { AlertForm, RemoveSearchForm, SaveSearchForm } from "~/domain/profiles/saved-searches/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { type SavedSearchIntent, SavedSearchList } from "~/features/listing/saved/saved-search-list"
import { SavedTabs } from "~/features/listing/saved/saved-tabs"
import { smallPictures } from "~/features/profiles/cards/small-pictures"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { safeRedirectPath } from "~/lib/paths"
import { type FormResult, useFormResult, useFormResults } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { LinkedText } from "~/ui/linked-text"

export const handle = { i18n: ["searches", "listing", "errors"] }

export const loader = withContext(async ({ ctx }) => {
  const searches = await listSavedSearches(ctx)
  const portraits = searches.length === 0 ? await findNewestPortraits(ctx) : []
  return { searches, portraits, title: translator(ctx.locale, "searches")("title") }
})

/** A list posts here what it saves. Without script its form holds the page to return to. */
export const action = withContext((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "searches")
  return byIntent<SavedSearchIntent>(args, {
    save: (args) =>
      submitForm(args, SaveSearchForm, async ({ query, back }) => {
        await saveSearch(ctx, query)
        const path = back === undefined ? null : safeRedirectPath(back)
        if (path) throw redirect(path, 303)
        return data<FormResult>({ message: translator(ctx.locale, "listing")("save.done") })
      }),
    alert: (args) =>
      submitForm(args, AlertForm, async ({ id, alert }) => {
        await setSearchAlert(ctx, id, alert === "1")
        return data<FormResult>({ message: t(`alert_done.${alert === "1" ? "on" : "off"}`) })
      }),
    remove: (args) =>
      submitForm(args, RemoveSearchForm, async ({ id }) => {
        await removeSavedSearch(ctx, id)
        return data<FormResult>({ message: t("removed") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function SavedSearchesPage() {
  const { t } = useTranslation("searches")
  const { searches, portraits, title } = useLoaderData<typeof loader>()
  const results = useFormResults()
  const result = (["save", "alert", "remove"] as const).map(results).find(Boolean)
  useFormResult(result)
  return (
    <div className="page-container pt-8 md:pt-12">
      <SavedTabs current="searches" />
      <h1 className="mt-8 text-page-title">{title}</h1>
      <p className="measure mt-2 text-body text-ink2">
        <LinkedText text={t("lead")} links={{ settings: "/profile/settings/notifications" }} />
      </p>
      <FormNotice result={result} />
      {searches.length > 0 ? (
        <SavedSearchList searches={searches} />
      ) : (
        <EmptyState
          isBoxed
          className="mt-8"
          pictures={smallPictures(portraits)}
          title={t("empty.title")}
          button={<ButtonLink to="/escorts">{t("empty.browse")}</ButtonLink>}
        >
          {t("empty.text")}
        </EmptyState>
      )}
    </div>
  )
}
