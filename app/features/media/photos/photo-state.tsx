import type { LucideIcon } from "lucide-react"
import CircleCheck from "lucide-react/icons/circle-check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import EyeOff from "lucide-react/icons/eye-off"
import Hourglass from "lucide-react/icons/hourglass"
import LoaderCircle from "lucide-react/icons/loader-circle"
import type { OwnMediaItem, OwnState } from "~/domain/media/own-media"
import { useTranslation } from "~/i18n/use-translation"
import { Badge, type BadgeTone } from "~/ui/badge"

type State = Exclude<OwnState, "uploading">

/** Returns a photo's state: unlike a video's parts, it arrives as a whole. */
export const photoState = (state: OwnState): State => (state === "uploading" ? "uploaded" : state)

const looks: Record<State, { tone: BadgeTone; Icon: LucideIcon }> = {
  uploaded: { tone: "neutral", Icon: LoaderCircle },
  processing: { tone: "neutral", Icon: LoaderCircle },
  failed: { tone: "bad", Icon: CircleAlert },
  ready: { tone: "warn", Icon: Hourglass },
  approved: { tone: "ok", Icon: CircleCheck },
  reported: { tone: "warn", Icon: EyeOff },
  rejected: { tone: "bad", Icon: CircleAlert },
}

/** The state of a photo, in an icon and a word. */
export function PhotoState({ state }: { state: OwnState }) {
  const { t } = useTranslation("photos")
  const { tone, Icon } = looks[photoState(state)]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(`states.${photoState(state)}`)}
    </Badge>
  )
}

/** Returns why staff declined a photo, in one text; null if they did not. */
export function useRejection(): (photo: OwnMediaItem) => string | null {
  const { t } = useTranslation("photos")
  return ({ reason, comment }) => (reason ? [t(`reasons.${reason}`), comment].filter(Boolean).join(" ") : null)
}
