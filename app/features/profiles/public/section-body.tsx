import type { ReactNode } from "react"

/** A section and its side column; below 1024 px the column comes after it, if the reader came for the section. */
export function SectionBody({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-8 grid items-start gap-14 md:mt-10 lg:mt-14 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-x-16">
      <div className="min-w-0 space-y-14 md:space-y-20 lg:col-start-1 lg:row-start-1">{children}</div>
      {aside}
    </div>
  )
}
