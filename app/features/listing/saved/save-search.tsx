import { useFetcher, useLocation, useSubmit } from "@remix-run/react"
import type { FormEvent } from "react"
import { useLoginLink } from "~/features/shell/login-link"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { type ActionMessage, useActionToast } from "~/remix/use-action-toast"
import { AppLink } from "~/ui/navigation/app-link"
import { listingPath } from "../listing-path"
import type { ShownListing } from "../shown-listing"

const fetcherKey = "save search"
const look = "link touch-target text-ui"

/** Saves the filters of a list, or leads to the searches if they are saved. Visitors are asked to log in; then it is saved. */
export function SaveSearch({ listing: { address, saved_search_id: savedId } }: { listing: ShownListing }) {
  const { t } = useTranslation("listing")
  const isMember = Boolean(useRootData()?.user)
  const [, query = ""] = listingPath({ ...address, sort: undefined, show: undefined }).split("?")
  if (savedId) {
    return (
      <AppLink to="/profile/searches" className={look}>
        {t("save.saved")}
      </AppLink>
    )
  }
  return isMember ? <MemberSave query={query} /> : <VisitorSave query={query} />
}

function VisitorSave({ query }: { query: string }) {
  const { t } = useTranslation("listing")
  const submit = useSubmit()
  const { to, onClick } = useLoginLink(() =>
    submit({ intent: "save", query }, { method: "post", action: "/profile/searches", navigate: false, fetcherKey }),
  )
  return (
    <a href={to} onClick={onClick} className={look}>
      {t("save.button")}
    </a>
  )
}

function MemberSave({ query }: { query: string }) {
  const { t } = useTranslation("listing")
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<ActionMessage>({ key: fetcherKey })
  const isBusy = fetcher.state !== "idle"
  useActionToast(fetcher.data)

  function press(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) fetcher.submit({ intent: "save", query }, { method: "post", action: "/profile/searches" })
  }

  return (
    <form method="post" action="/profile/searches" onSubmit={press} className="inline">
      <input type="hidden" name="query" value={query} />
      <input type="hidden" name="back" value={pathname + search} />
      <button type="submit" name="intent" value="save" aria-busy={isBusy || undefined} className={look}>
        {t(isBusy ? "save.busy" : "save.button")}
      </button>
    </form>
  )
}
