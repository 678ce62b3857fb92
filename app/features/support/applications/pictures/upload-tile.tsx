import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import X from "lucide-react/icons/x"
import { useTranslation } from "~/i18n/use-translation"
import { Button, IconButton } from "~/ui/button"
import { Spinner } from "~/ui/feedback/spinner"
import type { Upload } from "./use-uploads"

export interface UploadTileProps {
  upload: Upload
  onRetry: () => void
  onDismiss: () => void
}

/** A picture being uploaded, or whose upload failed, in its future place. */
export function UploadTile({ upload: { file, state, sentence }, onRetry, onDismiss }: UploadTileProps) {
  const { t } = useTranslation("casting")
  const isPending = state === "waiting" || state === "sending"
  return (
    <li
      className="relative flex aspect-[4/5] flex-col items-center justify-center gap-2 rounded-card border border-line bg-sunk p-3 text-center text-meta"
      aria-busy={isPending}
    >
      {isPending ? <Spinner /> : <CircleAlert aria-hidden className="size-5 text-bad" />}
      <p className="max-w-full truncate font-medium">{file.name}</p>
      <p role={isPending ? "status" : "alert"} className={isPending ? "text-mute" : "text-bad"}>
        {state === "refused" ? sentence : t(`pictures.states.${state}`)}
      </p>
      {state === "failed" && (
        <Button size="small" onClick={onRetry}>
          {t("pictures.retry")}
        </Button>
      )}
      {!isPending && (
        <IconButton
          look="photo"
          label={t("pictures.dismiss", { name: file.name })}
          onClick={onDismiss}
          className="absolute! top-2 right-2"
        >
          <X />
        </IconButton>
      )}
    </li>
  )
}
