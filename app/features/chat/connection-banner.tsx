import WifiOff from "lucide-react/icons/wifi-off"
import { useTranslation } from "~/i18n/use-translation"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"
import { useLive } from "../shell/live/live-context"
import { useConnectionStatus } from "../shell/live/use-is-online"

/** Says that the page is not live, for as long as it is not. */
export function ConnectionBanner() {
  const { t } = useTranslation("chat")
  const { connection } = useLive()
  const connectionStatus = useConnectionStatus()
  return (
    <div role="status" className="shrink-0">
      {connectionStatus && (
        <Banner
          tone="bad"
          isWide
          icon={<WifiOff aria-hidden />}
          fact={t(`trouble.${connectionStatus}`)}
          action={
            connection && (
              <button type="button" className={bannerActionClass} onClick={connection.retry}>
                {t("trouble.retry")}
              </button>
            )
          }
        >
          {t(`trouble.${connectionStatus}_body`)}
        </Banner>
      )}
    </div>
  )
}
