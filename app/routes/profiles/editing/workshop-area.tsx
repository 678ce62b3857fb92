import { Outlet, useLoaderData, useLocation } from "@remix-run/react"
import { isSignedIn } from "~/domain/core/actor/actor"
import { ProfileStateBadge } from "~/features/accounts/overview/profile-state"
import { useTranslation } from "~/i18n/use-translation"
import { AppError } from "~/lib/errors"
import { redirectToLogin } from "~/remix/login-redirects.server"
import { withContext } from "~/remix/page.server"
import { Tabs } from "~/ui/navigation/tabs"

export const handle = { i18n: ["workshop", "member"] }

/** The owner's workshop: for anybody else, it is not there. */
export const loader = withContext(async (args) => {
  const { actor } = args.ctx
  if (!isSignedIn(actor)) throw redirectToLogin(args)
  if (!actor.user.workshop) throw new AppError("request.not_found")
  return { profile: actor.user.workshop }
})

const pages = [
  { name: "overview", path: "/profile/escort" },
  { name: "words", path: "/profile/escort/words" },
  { name: "services", path: "/profile/escort/services" },
  { name: "photos", path: "/profile/escort/photos" },
  { name: "people", path: "/profile/escort/people" },
  { name: "identity", path: "/profile/escort/identity" },
  { name: "videos", path: "/profile/videos" },
  { name: "calendar", path: "/profile/escort/calendar" },
  { name: "hiding", path: "/profile/escort/hiding" },
  { name: "answers", path: "/profile/escort/answers" },
  { name: "statistics", path: "/profile/escort/statistics" },
] as const

export default function WorkshopArea() {
  const { t } = useTranslation("workshop")
  const { profile } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  return (
    <div className="page-container pt-8 md:pt-14">
      <p className="flex flex-wrap items-center gap-3 text-ui text-mute">
        {t("title")} <ProfileStateBadge state={profile.state} />
      </p>
      <Tabs
        label={t("nav")}
        className="mt-4"
        items={pages.map(({ name, path }) => ({
          to: path,
          label: t(`tabs.${name}`),
          isCurrent: pathname === path,
        }))}
      />
      <div className="mt-8">
        <Outlet />
      </div>
    </div>
  )
}
