import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { listDataAccesses } from "~/domain/privacy/accesses/accesses.server"
import { AccessesQuery } from "~/domain/privacy/accesses/schema"
import { AccessList, MissingAccesses } from "~/features/privacy/access-list"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { AppLink } from "~/ui/navigation/app-link"

export const handle = { i18n: ["data-access"] }

export const loader = withContext(async ({ ctx, request }) => {
  const query = AccessesQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!query.success) throw new AppError("cursor.invalid")
  const page = await listDataAccesses(ctx, query.data.cursor ?? null)
  return { ...page, title: translator(ctx.locale, "data-access")("title") }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function AccessPage() {
  const { t } = useTranslation("data-access")
  const { data: accesses, next_cursor: next, title } = useLoaderData<typeof loader>()
  return (
    <>
      <h1 className="text-subsection">{title}</h1>
      <p className="measure mt-2 text-body text-ink2">{t("lead")}</p>
      <div>
        {accesses.length > 0 ? (
          <AccessList accesses={accesses} />
        ) : (
          <EmptyState isBoxed title={t("empty.title")} className="mt-10">
            {t("empty.body")}
          </EmptyState>
        )}
        {next && (
          <p className="mt-8 flex justify-center">
            <ButtonLink to={`/profile/settings/access?cursor=${next}`}>{t("older")}</ButtonLink>
          </p>
        )}
        <MissingAccesses />
        <p className="mt-6 text-ui">
          <AppLink to="/contact" className="link touch-target">
            {t("ask")}
          </AppLink>
        </p>
      </div>
    </>
  )
}
