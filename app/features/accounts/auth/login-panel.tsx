import type { ReactNode } from "react"

/** A portrait beside the form; below 768 px the form alone. It never shows content that needs a login. */
export function LoginPanel({ heading, lead, children }: { heading: ReactNode; lead: string; children?: ReactNode }) {
  return (
    <div className="grid md:min-h-[36rem] md:grid-cols-[372px_1fr]">
      <div className="relative bg-night max-md:hidden">
        <picture>
          <source type="image/avif" srcSet="/login-portrait.avif" />
          <img
            src="/login-portrait.webp"
            alt=""
            width={612}
            height={1000}
            className="absolute inset-0 size-full object-cover object-[50%_33%]"
          />
        </picture>
      </div>
      <div className="self-center px-6 py-8 sm:p-10">
        {heading}
        <p className="mt-3 mb-7 text-body text-ink2">{lead}</p>
        {children}
      </div>
    </div>
  )
}
