import type { ReactNode } from "react"
import { Card } from "~/ui/card"

/** A term and what is known of it. */
export type Fact = readonly [term: string, value: ReactNode]

type FactListProps = {
  id: string
  title: string
  facts: readonly Fact[]
  children?: ReactNode
}

/** A titled panel of facts. */
export function FactList({ id, title, facts, children }: FactListProps) {
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id} className="text-card-title">
        {title}
      </h2>
      {facts.length > 0 && (
        <dl className="mt-4 divide-y divide-line text-ui">
          {facts.map(([term, value]) => (
            <div key={term} className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-mute">{term}</dt>
              <dd className="wrap-anywhere tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </Card>
  )
}
