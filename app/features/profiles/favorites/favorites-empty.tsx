import type { Portrait } from "~/domain/profiles/member-home/schema"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { smallPictures } from "../cards/small-pictures"
import { favoritesPath } from "./favorites-path"

/** There are no favourites yet, or none that match the filters. */
export function FavoritesEmpty({ hasSome, portraits }: { hasSome: boolean; portraits: Portrait[] }) {
  const { t } = useTranslation("favorites")
  if (hasSome) {
    return (
      <EmptyState
        isBoxed
        className="mt-8"
        title={t("none.title")}
        button={<ButtonLink to={favoritesPath()}>{t("none.all")}</ButtonLink>}
      >
        {t("none.text")}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      isBoxed
      className="mt-8"
      pictures={smallPictures(portraits)}
      title={t("empty.title")}
      button={<ButtonLink to="/escorts">{t("empty.browse")}</ButtonLink>}
    >
      {t("empty.text")}
    </EmptyState>
  )
}
