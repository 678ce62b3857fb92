import type { LinkProps } from "@remix-run/react"
import type { ProfileHead } from "~/domain/profiles/schema"
import { formatDuration, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type ShownUser, useRootData } from "~/remix/root-data"
import { ButtonLink, type ButtonLook } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { Price } from "~/ui/price"
import { HeartButton } from "../favorites/heart-button"

/** A reader as the acts differ by them; null: a visitor. */
export type ProfileReader = Pick<ShownUser, "publicSlug" | "isPremium"> | null

type WriteLinkProps = ButtonLook & Omit<LinkProps, "to"> & { slug: string }

/** Links to the first message to a profile, or to the existing conversation. */
export function WriteLink({ slug, ...rest }: WriteLinkProps) {
  return <ButtonLink {...rest} to={`/profile/chat/new?profile=${slug}`} prefetch="none" rel="nofollow" />
}

/** In the head from 1024 px on: the price and the acts. `as` another reader than the one who looks. */
export function ProfileActions({ profile, as }: { profile: ProfileHead; as?: ProfileReader }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const root = useRootData()
  const user = as === undefined ? root?.user : as
  const isOwner = user?.publicSlug === profile.slug
  return (
    <div className="w-max min-w-64 shrink-0 border-t border-ink pt-4 max-lg:hidden">
      <p className="flex items-baseline justify-between gap-4">
        <Price size="panel" amount={formatPrice(profile.hourly_rate, locale)} unit={t("panel.per_hour")} />
        <span className="text-meta text-mute">
          {t("panel.minimum", { duration: formatDuration(profile.minimum_hours * 60) })}
        </span>
      </p>
      {!isOwner && (
        <div className="mt-4 flex gap-2.5">
          <WriteLink slug={profile.slug} variant="primary" className="h-11 grow">
            {t("panel.write", { name: firstName(profile) })}
          </WriteLink>
          <HeartButton profile={profile} look="round" />
        </div>
      )}
      {!user?.isPremium && (
        <p className="mt-3 w-0 min-w-full text-meta text-pretty text-mute">
          {t("panel.needs")}{" "}
          {user && (
            <AppLink to={`/profile/plans?next=/escorts/${profile.slug}`} className="link">
              {t("panel.plans")}
            </AppLink>
          )}
        </p>
      )}
    </div>
  )
}

/** The actions at the foot of a smaller window; nothing for the owner. The bar ends with the profile, above the footer. */
export function ProfileBar({ profile }: { profile: ProfileHead }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const user = useRootData()?.user
  if (user?.publicSlug === profile.slug) return null
  const write = t("panel.write", { name: firstName(profile) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls of a form
    <div
      role="group"
      aria-label={write}
      data-bottom-bar="profile"
      className="sticky bottom-0 z-20 -mx-4 mt-10 flex min-h-18 items-center gap-3 border-t border-line bg-raised px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:-mx-8 md:px-8 lg:hidden print:hidden"
    >
      <div className="min-w-0 grow">
        <p>
          <Price amount={formatPrice(profile.hourly_rate, locale)} unit={t("panel.per_hour")} />
        </p>
        <p className="text-badge font-normal text-mute">
          {user?.isPremium
            ? t("panel.minimum", { duration: formatDuration(profile.minimum_hours * 60) })
            : t("panel.needs_short")}
        </p>
      </div>
      <HeartButton profile={profile} look="round" />
      <WriteLink slug={profile.slug} variant="primary" aria-label={write} className="h-11 sm:px-8">
        {t("panel.write_short")}
      </WriteLink>
    </div>
  )
}

function firstName({ name }: Pick<ProfileHead, "name">): string {
  return name.split(" ", 1).join("")
}
