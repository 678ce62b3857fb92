import { Link } from "@remix-run/react"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Clock from "lucide-react/icons/clock"
import Hourglass from "lucide-react/icons/hourglass"
import Info from "lucide-react/icons/info"
import type { ReactNode } from "react"
import { classNames } from "~/lib/class-names"

type BannerTone = "info" | "warn" | "bad" | "accent"

export type BannerProps = {
  tone?: BannerTone
  icon?: ReactNode
  /** The fact, in bold. */
  fact: ReactNode
  /** Its consequence. */
  children?: ReactNode
  /** A single next step. */
  link?: { to: string; label: string }
  /** In place of the link: a button of a form. Dress it with `bannerActionClass`. */
  action?: ReactNode
  /** Spans the page under the header. */
  isWide?: boolean
  className?: string
}

const tones = {
  info: { box: "bg-sunk", icon: "text-ink2", Icon: Info },
  warn: { box: "bg-warn-soft", icon: "text-warn", Icon: Clock },
  bad: { box: "bg-bad-soft", icon: "text-bad", Icon: CircleAlert },
  accent: { box: "bg-accent-soft", icon: "text-accent-text", Icon: Hourglass },
}

export const bannerActionClass =
  "shrink-0 text-ui font-semibold whitespace-nowrap underline decoration-1 underline-offset-4 hover:decoration-2"

export function Banner({ tone = "info", icon, fact, children, link, action, isWide, className }: BannerProps) {
  const { box, icon: iconColor, Icon } = tones[tone]
  return (
    <div
      className={classNames("text-ui", box, isWide ? "border-b border-line" : "rounded-card px-4 py-3.5", className)}
    >
      <div className={classNames("flex items-start gap-3", isWide && "page-container py-3.5")}>
        <span className={classNames("mt-px flex [&_.lucide]:size-4.5", iconColor)}>{icon ?? <Icon />}</span>
        <div className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-4 gap-y-1.5">
          <p className="min-w-0 sm:flex-1">
            <strong className="font-semibold">{fact}</strong> {children}
          </p>
          {link && (
            <Link to={link.to} className={bannerActionClass}>
              {link.label}
            </Link>
          )}
          {action}
        </div>
      </div>
    </div>
  )
}
