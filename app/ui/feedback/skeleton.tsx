import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"

/** A block in the shape of the coming content. It appears after 200 ms, so that quick responses show none. */
function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block animate-appear rounded-badge bg-sunk", className)} />
}

/** A bar without the delay, for a place that is replaced late enough. It stands still. */
export function Bar({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block rounded-badge bg-sunk", className)} />
}

/** Announces once that the blocks inside are loading. */
export function SkeletonRegion({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** The shape of a profile card. */
export function CardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-[4/5] rounded-card!" />
      <Skeleton className="mt-3 h-4 w-3/5" />
      <Skeleton className="mt-2.5 h-3 w-4/5" />
      <Skeleton className="mt-2.5 h-3 w-1/3" />
    </div>
  )
}

/** The shape of a chart: its lines and its axis. */
export function ChartSkeleton({ label }: { label: string }) {
  return (
    <SkeletonRegion label={label} className="flex h-56 items-end gap-2 border-b border-line pl-12">
      {["h-1/3", "h-1/2", "h-2/5", "h-3/5", "h-1/2", "h-3/4", "h-2/3"].map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seven fixed places
        <Skeleton key={index} className={classNames("min-w-0 grow rounded-b-none!", height)} />
      ))}
    </SkeletonRegion>
  )
}
