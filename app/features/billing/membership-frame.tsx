import { useRevalidator } from "@remix-run/react"
import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Tabs } from "~/ui/navigation/tabs"
import { useLiveEvents } from "../shell/live/live-context"

export interface MembershipFrameProps {
  current: "plans" | "billing" | "invoices"
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}

const pages = ["plans", "billing", "invoices"] as const

/** The pages of a membership: the links between them, the title, and the page itself. */
export function MembershipFrame({ current, title, lead, children }: MembershipFrameProps) {
  const { t } = useTranslation("billing")
  const isWide = current === "plans"
  const { revalidate } = useRevalidator()
  // The provider's event often comes while the page loads to which a payment page returned, before the socket is open.
  useLiveEvents(({ type }) => {
    if (type === "gap") revalidate()
  })
  return (
    <div className="page-container pt-4 md:pt-6">
      <Tabs
        label={t("nav.label")}
        items={pages.map((page) => ({ to: `/profile/${page}`, label: t(`nav.${page}`), isCurrent: page === current }))}
      />
      <h1 className={classNames("mt-10 md:mt-14", isWide ? "text-page-title-large" : "text-page-title")}>{title}</h1>
      {lead && <p className="measure mt-3 text-lead text-ink2 md:mt-4">{lead}</p>}
      {children}
    </div>
  )
}

/** A page of one act of billing: the title, and the page itself in a column. */
export function ActionFrame({ title, lead, children }: Pick<MembershipFrameProps, "title" | "lead" | "children">) {
  return (
    <div className="page-container max-w-[60rem]! pt-8 md:pt-14">
      <h1 className="text-page-title">{title}</h1>
      {lead && <p className="measure mt-3 text-lead text-ink2">{lead}</p>}
      {children}
    </div>
  )
}
