import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { ChartSkeleton } from "~/ui/feedback/skeleton"
import type { BarsProps } from "./charts/bars"
import type { LinesProps } from "./charts/lines"

// Not on the server: the library's elements have style attributes, which the page's policy forbids.
const Lines = import.meta.env.SSR ? null : lazy(() => import("./charts/lines"))
const Bars = import.meta.env.SSR ? null : lazy(() => import("./charts/bars"))

export type ChartSlotProps = { label: string } & (
  | ({ kind: "line" } & Omit<LinesProps, "names">)
  | ({ kind: "bars" } & BarsProps)
)

/** A chart, drawn in the browser. Without script there is none: the table below it has the figures. */
export function ChartSlot({ label, ...chart }: ChartSlotProps) {
  const { t } = useTranslation("figures")
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  const skeleton = <ChartSkeleton label={t("chart.loading")} />
  return (
    <div className="my-5 h-56 grow noscript:hidden">
      {isMounted ? (
        <ChartBoundary failure={<p className="text-ui text-ink2">{t("chart.failed")}</p>}>
          <Suspense fallback={skeleton}>
            <div role="img" aria-label={label}>
              <div aria-hidden className="h-56">
                {chart.kind === "bars"
                  ? Bars && <Bars days={chart.days} parts={chart.parts} />
                  : Lines && <Lines {...chart} names={{ now: t("chart.now"), before: t("chart.before") }} />}
              </div>
            </div>
          </Suspense>
        </ChartBoundary>
      ) : (
        skeleton
      )}
    </div>
  )
}

/** Shows a sentence in place of a chart whose code could not be loaded. */
class ChartBoundary extends Component<{ failure: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.failure : this.props.children
  }
}
