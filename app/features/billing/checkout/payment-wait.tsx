import { useRevalidator } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { Progress } from "~/ui/feedback/progress"

/** After this long (ms) the wait is unusual. */
const patience = 60_000
/** The waits (ms) between two looks; the last one repeats. */
const waits = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000]
/** Without script, in seconds. */
const refreshAfter = 5

/**
 * The wait for a payment's confirmation. The member's channel reloads the page's data as soon as it is known; looking
 * again covers a channel that is not connected.
 */
export function PaymentWait({ isSlow: wasSlow, refresh }: { isSlow: boolean; refresh: string }) {
  const { t } = useTranslation("billing")
  const isSlow = useTimePassed(patience) || wasSlow
  useLookAgain()
  return (
    <>
      <p role="status" className="measure mt-3 text-lead text-ink2">
        {isSlow && <strong className="font-semibold text-ink">{t("success.slow")} </strong>}
        {t(isSlow ? "success.slow_lead" : "success.waiting_lead")}
      </p>
      <Progress label={t("success.waiting")} isLabelHidden className="mt-8 max-w-96" />
      <noscript>
        <meta httpEquiv="refresh" content={`${refreshAfter};url=${refresh}`} />
      </noscript>
      {isSlow && (
        <p className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/contact">{t("success.contact")}</ButtonLink>
          <ButtonLink to="/profile/billing">{t("success.manage")}</ButtonLink>
        </p>
      )}
    </>
  )
}

function useTimePassed(time: number): boolean {
  const [hasPassed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), time)
    return () => clearTimeout(timer)
  }, [time])
  return hasPassed
}

/**
 * Reloads the page's data after growing waits, while the page is seen and the network is there, and at once when the
 * reader or the network returns.
 */
function useLookAgain(): void {
  const { revalidate, state } = useRevalidator()
  const looks = useRef(0)
  useEffect(() => {
    if (state !== "idle") return
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      timer = setTimeout(look, waits[Math.min(looks.current, waits.length - 1)])
    }
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === "hidden" || !navigator.onLine) return schedule()
      looks.current += 1
      revalidate()
    }
    schedule()
    document.addEventListener("visibilitychange", look)
    window.addEventListener("online", look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", look)
      window.removeEventListener("online", look)
    }
  }, [revalidate, state])
}
