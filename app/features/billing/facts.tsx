import type { ReactNode } from "react"

/** Facts under a rule of ink, a line for each. */
export function Facts({ children, className = "mt-8" }: { children: ReactNode; className?: string }) {
  return <dl className={`border-t border-ink ${className}`}>{children}</dl>
}

export interface FactProps {
  name: ReactNode
  hint?: ReactNode
  /** A sentence rather than a figure. */
  isText?: boolean
  children: ReactNode
}

export function Fact({ name, hint, isText, children }: FactProps) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-line py-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <dt className="text-ui text-ink2">{name}</dt>
      <dd className="text-body">
        <div className={isText ? "text-ink2" : "font-medium"}>{children}</div>
        {hint && <p className="mt-0.5 text-meta text-mute">{hint}</p>}
      </dd>
    </div>
  )
}
