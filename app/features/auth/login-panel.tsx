import type { ReactNode } from "react"

/** A portrait beside the form; below 768 px the form alone. It never says what waits inside. */
export function LoginPanel({ heading, lead, children }: { heading: ReactNode; lead: string; children: ReactNode }) {
  return (
    <div className="grid md:grid-cols-[372px_1fr]">
      <img
        src="/login-portrait.webp"
        alt=""
        width={744}
        height={1216}
        className="hidden size-full object-cover md:block"
      />
      <div className="px-6 py-8 sm:p-10">
        {heading}
        <p className="mt-3 mb-7 text-body text-ink2">{lead}</p>
        {children}
      </div>
    </div>
  )
}
