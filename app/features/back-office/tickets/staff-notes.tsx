import type { ReactNode } from "react"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { Card } from "~/ui/card"

export interface StaffNotesProps {
  title: string
  lead: string
  /** The name of an author whose account is deleted. */
  former: string
  notes: { author: string | null; body: string; created_at: number }[]
  /** The form for more. */
  children?: ReactNode
}

/** Notes that staff wrote for each other, oldest first. */
export function StaffNotes({ title, lead, former, notes, children }: StaffNotesProps) {
  const locale = useLocale()
  return (
    <Card as="section" aria-label={title}>
      <h2 className="text-body font-semibold">{title}</h2>
      <p className="mt-1 text-meta text-mute">{lead}</p>
      <ol className="mt-3 space-y-3 empty:hidden">
        {notes.map(({ author, body, created_at: at }) => (
          <li key={`${at} ${body}`} className="rounded-field bg-warn-soft px-3.5 py-2.5 text-ui">
            <p className="flex flex-wrap justify-between gap-x-3 text-meta text-ink2">
              <span className="font-medium">{author ?? former}</span>
              <time dateTime={new Date(at).toISOString()}>
                {formatDate(at, locale, "short")}, {formatTime(at, locale)}
              </time>
            </p>
            <p className="mt-1 wrap-anywhere whitespace-pre-line">{body}</p>
          </li>
        ))}
      </ol>
      {children}
    </Card>
  )
}
