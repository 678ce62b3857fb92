import Lock from "lucide-react/icons/lock"
import Play from "lucide-react/icons/play"
import type { MonthlyPrice } from "~/domain/billing/schema"
import type { Placeholder, PrivateSection, ProfileHead } from "~/domain/profiles/schema"
import { LoginLink } from "~/features/shell/login-link"
import { formatList, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { ButtonLink } from "~/ui/button"
import { Card } from "~/ui/card"
import { WriteLink } from "../public/profile-actions"
import { asideClass } from "../public/profile-aside"

/** A placeholder of the private gallery, for readers who may not see it. */
export function PrivateLocked({ profile, placeholders }: { profile: ProfileHead; placeholders: Placeholder[] }) {
  const { t } = useTranslation("sections")
  return (
    <section aria-labelledby="private">
      <h2 id="private" className="text-section">
        {t("private.title")}
      </h2>
      {placeholders.length === 0 ? (
        <p className="mt-5 text-body text-ink2">{t("private.none")}</p>
      ) : (
        <>
          <p className="sr-only">{t(`private.locked.${profile.private_for}`, { name: profile.name })}</p>
          <ul aria-hidden className="mt-7 grid grid-cols-2 gap-3 sm:grid-cols-3 md:gap-4">
            {placeholders.map(({ kind, src }) => (
              <li key={src} className="relative overflow-hidden rounded-card">
                <img src={src} alt="" width={400} height={500} className="aspect-[4/5] w-full object-cover" />
                <span className="absolute bottom-3 left-3 flex size-8 items-center justify-center rounded-full bg-surface/92 text-ink [&_.lucide]:size-4">
                  {kind === "photo" ? <Lock /> : <Play />}
                </span>
              </li>
            ))}
          </ul>
          <p className="mt-5 measure text-meta text-mute">{t("private.drawn")}</p>
        </>
      )}
    </section>
  )
}

export interface PrivateOfferProps {
  profile: ProfileHead
  closed: Pick<Extract<PrivateSection, { is_open: false }>, "needs" | "conversation_id">
  /** Of Premium; null: it is not for sale, or not what is missing. */
  price: MonthlyPrice | null
}

/** How many there are, who sees them, and what this reader can do to see them. */
export function PrivateOffer({ profile, closed, price }: PrivateOfferProps) {
  const { t } = useTranslation("sections")
  const locale = useLocale()
  const user = useRootData()?.user
  const { slug, name, private_for, private_photo_count: photos, private_video_count: videos } = profile
  const what = [
    photos > 0 && t("private.photos", { count: photos }),
    videos > 0 && t("private.videos", { count: videos }),
  ].filter((part) => part !== false)
  return (
    <aside aria-labelledby="offer" className={asideClass}>
      <Card>
        <span className="flex size-11 items-center justify-center rounded-full bg-sunk">
          <Lock aria-hidden className="size-5" />
        </span>
        <h2 id="offer" className="mt-5 text-subsection">
          {t(`private.for.${private_for}`, { what: formatList(what, locale) })}
        </h2>
        <p className="mt-3 text-body text-ink2">{t(`private.gives.${private_for}`, { name })}</p>
        {closed.needs === "acceptance" ? (
          <AskFirst slug={slug} name={name} conversationId={closed.conversation_id} />
        ) : (
          <PremiumOffer slug={slug} isMember={Boolean(user)} price={price} />
        )}
      </Card>
    </aside>
  )
}

/** Next step of a Premium member whom the owner has not accepted. */
function AskFirst({ slug, name, conversationId }: { slug: string; name: string; conversationId: string | null }) {
  const { t } = useTranslation("sections")
  return (
    <>
      <p className="mt-3 text-body text-ink2">
        {t(conversationId === null ? "private.write_first" : "private.not_accepted", { name })}
      </p>
      <div className="mt-6 flex flex-col gap-2">
        {conversationId === null ? (
          <WriteLink slug={slug} variant="primary" size="large">
            {t("private.write", { name })}
          </WriteLink>
        ) : (
          <ButtonLink to={`/profile/chat/${conversationId}`} variant="primary" size="large">
            {t("private.conversation")}
          </ButtonLink>
        )}
        <ButtonLink to={`/escorts/${slug}/gallery`} size="large">
          {t("private.public")}
        </ButtonLink>
      </div>
    </>
  )
}

/** Next step of a visitor or a member without Premium. */
function PremiumOffer({ slug, isMember, price }: { slug: string; isMember: boolean; price: MonthlyPrice | null }) {
  const { t } = useTranslation(["sections", "common"])
  const locale = useLocale()
  return (
    <>
      {price && (
        <p className="mt-3 text-body font-semibold">
          {t("private.price", { price: formatPrice(price.amount, locale, price.currency) })}
          {price.trial_days > 0 && ` ${t("private.trial", { count: price.trial_days })}`}
        </p>
      )}
      <p className="mt-3 text-body text-ink2">{isMember ? t("private.member") : t("private.visitor")}</p>
      <div className="mt-6 flex flex-col gap-2">
        {isMember ? (
          <>
            <ButtonLink to={`/profile/plans?next=/escorts/${slug}/private`} variant="primary" size="large">
              {t("private.plans")}
            </ButtonLink>
            <ButtonLink to={`/escorts/${slug}/gallery`} size="large">
              {t("private.public")}
            </ButtonLink>
          </>
        ) : (
          <>
            <ButtonLink to="/become-member" variant="primary" size="large">
              {t("common:shell.become_member")}
            </ButtonLink>
            <ButtonLink to="/plans" size="large">
              {t("private.plans")}
            </ButtonLink>
            <LoginLink />
          </>
        )}
      </div>
    </>
  )
}
