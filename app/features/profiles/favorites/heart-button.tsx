import { useFetcher, useLocation, useSubmit } from "@remix-run/react"
import { type FormEvent, useEffect } from "react"
import { toasts } from "~/browser/toasts"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useRootData } from "~/remix/root-data"
import { type ActionMessage, useActionToast } from "~/remix/use-action-toast"
import { SpriteIcon } from "~/ui/sprite-icon"
import { useLoginLink } from "../../shell/login-link"

export type HeartButtonProps = {
  profile: { id: string; name: string; is_favorite: boolean }
  /** On a portrait, beside another button, or with a label below a price. */
  look?: "photo" | "round" | "wide"
  className?: string
}

const action = "/profile/favorites"

const looks = {
  photo: "heart-photo",
  round: "flex size-11 shrink-0 items-center justify-center rounded-full border border-line2 bg-surface hover:bg-sunk",
  wide: "flex h-11 w-full items-center justify-center gap-2.5 rounded-field border border-line2 bg-surface text-ui font-medium hover:bg-sunk",
}

/**
 * Adds or removes a favourite at once; a change that the server refuses is reverted, with its reason. Visitors are
 * asked to log in.
 */
export function HeartButton(props: HeartButtonProps) {
  return useRootData()?.user ? <MemberHeart {...props} /> : <VisitorHeart {...props} />
}

/** A visitor who logs in from it stays on the page, and the profile is added. */
function VisitorHeart({ profile, look = "photo", className }: HeartButtonProps) {
  const { t } = useTranslation()
  const submit = useSubmit()
  const { to, onClick } = useLoginLink(() =>
    submit({ profile: profile.id, keep: "1" }, { method: "post", action, navigate: false, fetcherKey: keyOf(profile) }),
  )
  return (
    // A press opens the login here: nothing follows this link but a browser without script.
    <a
      href={to}
      onClick={onClick}
      aria-label={look !== "wide" ? t("heart.keep", { name: profile.name }) : undefined}
      className={classNames(looks[look], className)}
    >
      <SpriteIcon name="heart" className="size-4.5" />
      {look === "wide" && t("heart.save")}
    </a>
  )
}

const keyOf = ({ id }: HeartButtonProps["profile"]) => `heart ${id}`

function MemberHeart({ profile, look = "photo", className }: HeartButtonProps) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const fetcher = useFetcher<ActionMessage>({ key: keyOf(profile) })
  useActionToast(fetcher.data)
  const wanted = fetcher.formData?.get("keep")
  const isFavorite = wanted ? wanted === "1" : profile.is_favorite
  const toastId = `unkept ${profile.id}`
  const isSettledAsKept = fetcher.state === "idle" && profile.is_favorite

  // A profile that is a favourite after all, because the server refused or it was kept again, has nothing to undo.
  useEffect(() => {
    if (isSettledAsKept) toasts.remove(toastId)
  }, [isSettledAsKept, toastId])

  const send = (isAdded: boolean) => {
    fetcher.submit({ profile: profile.id, keep: isAdded ? "1" : "0" }, { method: "post", action })
  }

  function press(event: FormEvent) {
    event.preventDefault()
    send(!isFavorite)
    if (!isFavorite) {
      toasts.remove(toastId)
      return
    }
    toasts.put({
      id: toastId,
      title: t("heart.removed", { name: profile.name }),
      color: "neutral",
      actions: [{ label: t("heart.undo"), onSelect: () => send(true) }],
    })
  }

  return (
    <form method="post" action={action} onSubmit={press} className={classNames("flex", className)}>
      <input type="hidden" name="profile" value={profile.id} />
      <input type="hidden" name="back" value={pathname + search} />
      <button
        type="submit"
        name="keep"
        value={isFavorite ? "0" : "1"}
        aria-label={look !== "wide" ? t(isFavorite ? "heart.let_go" : "heart.keep", { name: profile.name }) : undefined}
        className={looks[look]}
      >
        <SpriteIcon
          name="heart"
          className={classNames(
            "size-4.5 transition-transform",
            isFavorite && "fill-accent text-accent",
            wanted === "1" && "scale-115",
          )}
        />
        {look === "wide" && t(isFavorite ? "heart.saved" : "heart.save")}
      </button>
    </form>
  )
}
