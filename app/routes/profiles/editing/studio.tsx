import { Outlet, useFetcher, useLoaderData, useLocation } from "@remix-run/react"
import { useCallback } from "react"
import { isSignedIn } from "~/domain/core/actor/actor"
import type { Workshop } from "~/domain/profiles/editing/schema"
import { getWorkshop } from "~/domain/profiles/editing/workshop.server"
import { getStatistics } from "~/domain/profiles/statistics/service.server"
import { ProfileStateBadge } from "~/features/accounts/overview/profile-state"
import { overviewPath } from "~/features/profiles/editing/studio/pages"
import { StudioAside } from "~/features/profiles/editing/studio/studio-aside"
import { StudioNav, StudioTabs } from "~/features/profiles/editing/studio/studio-nav"
import type { StudioContext } from "~/features/profiles/editing/studio/use-studio"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { fullPath, withContext } from "~/remix/page.server"

export const handle = { i18n: ["workshop", "member", "statistics"] }

/** The owner's studio. Members without a profile have one of its pages, without the studio around it: their videos. */
export const loader = withContext(async (args) => {
  const { ctx, request } = args
  const { actor } = ctx
  if (!isSignedIn(actor)) throw redirectToLogin(args)
  if (!actor.user.workshop) {
    if (fullPath(request).startsWith("/profile/videos")) return { studio: null }
    throw new AppError("request.not_found")
  }
  const [{ checklist }, statistics] = await Promise.all([
    getWorkshop(ctx),
    getStatistics(ctx, { period: "30", by: "week" }),
  ])
  return { studio: { state: actor.user.workshop.state, checklist, statistics } }
})

export default function StudioPage() {
  const { studio } = useLoaderData<typeof loader>()
  if (!studio)
    return (
      <div className="page-container pt-8 md:pt-12">
        <Outlet />
      </div>
    )
  return <Studio {...studio} />
}

type StudioData = NonNullable<Awaited<ReturnType<typeof loader>>["studio"]>

function Studio({ state, checklist: loaded, statistics }: StudioData) {
  const { t } = useTranslation("workshop")
  const { pathname } = useLocation()
  const fetcher = useFetcher<{ workshop: Workshop }>()
  const { load } = fetcher
  const refreshChecklist = useCallback(() => load(overviewPath), [load])
  const checklist = fetcher.data?.workshop.checklist ?? loaded
  const isOverview = pathname === overviewPath
  return (
    <div className="page-container pt-8 md:pt-12">
      <p className="flex flex-wrap items-center gap-3 text-ui text-mute">
        {t("title")} <ProfileStateBadge state={state} />
      </p>
      <StudioTabs checklist={checklist} pathname={pathname} />
      <div className="mt-8 grid gap-x-8 lg:grid-cols-[13.5rem_minmax(0,1fr)] xl:grid-cols-[13.5rem_minmax(0,1fr)_17rem]">
        <StudioNav checklist={checklist} pathname={pathname} />
        <div className="min-w-0">
          <Outlet context={{ refreshChecklist } satisfies StudioContext} />
        </div>
        <StudioAside checklist={checklist} statistics={statistics} isOverview={isOverview} />
      </div>
    </div>
  )
}
