import type { ReactNode } from "react"
import { LanguageSwitch } from "~/features/shell/language/language-switch"
import { Logo } from "~/features/shell/logo"
import { QuickExit } from "~/features/shell/safety"
import { AppLink } from "~/ui/navigation/app-link"
import { LoginPanel } from "./login-panel"

/** The frame of the login page, for the other pages on the way into an account. */
export function AccessPage({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <div className="page-container flex grow flex-col">
      <header className="sticky top-0 z-40 flex h-(--header-height) shrink-0 items-center gap-4 bg-paper">
        <Logo />
        <QuickExit />
        <LanguageSwitch className="ml-auto flex" />
      </header>
      <div className="m-auto w-full max-w-220 py-8">
        <div className="overflow-hidden rounded-panel border border-line bg-surface">
          <LoginPanel heading={<h1 className="text-page-title">{title}</h1>} lead={lead}>
            {children}
          </LoginPanel>
        </div>
      </div>
    </div>
  )
}

export interface AlternativeMethodProps {
  question: string
  to: string
  label: string
  onLeave?: () => void
}

/** A question below the form, and the link that follows from it. */
export function AlternativeMethod({ question, to, label, onLeave }: AlternativeMethodProps) {
  return (
    <p className="mt-6 text-ui text-ink2">
      {question}{" "}
      <AppLink to={to} prefetch="none" onClick={onLeave} className="link whitespace-nowrap">
        {label}
      </AppLink>
    </p>
  )
}
