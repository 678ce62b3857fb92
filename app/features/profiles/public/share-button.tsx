import Share from "lucide-react/icons/share"
import { useTranslation } from "~/i18n/use-translation"
import { buttonClass } from "~/ui/button"

/** Shares the profile's address by the system's dialog, or copies it where there is none. Not shown without script. */
export function ShareButton({ profile: { name, slug } }: { profile: { name: string; slug: string } }) {
  const { t } = useTranslation("profile")

  async function share() {
    const url = `${location.origin}/escorts/${slug}`
    try {
      if (navigator.share) return await navigator.share({ title: name, url })
      await navigator.clipboard.writeText(url)
    } catch (error) {
      // The reader closed the system's dialog.
      if ((error as Error).name === "AbortError") return
      return say(t("share.failed"), "bad")
    }
    await say(t("share.copied"), "ok")
  }

  return (
    <button
      type="button"
      onClick={share}
      className={`${buttonClass({ variant: "ghost", size: "small" })} invisible -ml-3 in-data-hydrated:visible`}
    >
      <Share aria-hidden />
      {t("share.label")}
    </button>
  )
}

/** The toasts' code is fetched when there is one to show. */
async function say(title: string, color: "ok" | "bad"): Promise<void> {
  const { toasts } = await import("~/browser/toasts")
  toasts.add({ title, color })
}
