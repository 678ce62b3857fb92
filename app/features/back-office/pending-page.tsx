import { useLocation, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { Bar, SkeletonRegion } from "~/ui/feedback/skeleton"
import { useDelayedPending } from "./use-delayed-pending"

/** A page of the back office; while another one loads, its shape. A form that is sent stays. */
export function PendingPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation("admin-kit")
  const { state, location, formData } = useNavigation()
  const { pathname } = useLocation()
  const target = state === "loading" && formData === undefined ? location.pathname : pathname
  const isSlow = useDelayedPending(target !== pathname && target.startsWith("/dashboard/admin"))
  // `/dashboard/admin/faqs` is a list; what is below it, a record.
  const isRecord = target.split("/").length > 4
  return (
    <>
      <div hidden={isSlow} aria-busy={isSlow}>
        {children}
      </div>
      {isSlow && (
        <SkeletonRegion label={t("loading")}>
          {isRecord && <Bar className="h-3 w-48" />}
          <Bar className={isRecord ? "mt-5 h-9 w-1/2 max-w-120" : "h-9 w-60"} />
          {isRecord ? <RecordShape /> : <ListShape />}
        </SkeletonRegion>
      )}
    </>
  )
}

/** The search, the head and ten rows. */
function ListShape() {
  return (
    <>
      <Bar className="mt-6 h-11 max-w-96 rounded-field!" />
      <span className="mt-5 block divide-y divide-line rounded-card border border-line bg-surface">
        {[64, 48, 72, 56, 40, 68, 52, 60, 44, 70].map((width) => (
          <span key={width} className="flex h-10 items-center gap-8 px-3">
            <span style={{ width: `${width / 2}%` }}>
              <Bar className="h-3.5" />
            </span>
            <Bar className="h-3.5 w-20" />
            <Bar className="h-3.5 w-28 max-sm:hidden" />
          </span>
        ))}
      </span>
    </>
  )
}

/** Fields in two columns. */
function RecordShape() {
  return (
    <span className="mt-8 grid max-w-5xl gap-x-6 gap-y-7 md:grid-cols-2">
      {["a", "b", "c", "d"].map((field) => (
        <span key={field} className="block">
          <Bar className="h-3 w-24" />
          <Bar className="mt-2.5 h-11 rounded-field!" />
        </span>
      ))}
    </span>
  )
}
