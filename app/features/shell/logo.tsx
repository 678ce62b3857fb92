import { Link } from "@remix-run/react"
import { useRootData } from "~/remix/root-data"

/** The app's name as a word mark that links to the home page. */
export function Logo({ className = "text-[1.75rem]" }: { className?: string }) {
  return (
    <Link to="/" className={`touch-target rounded-small font-display leading-none tracking-tight ${className}`}>
      {useRootData()?.app.name ?? "Salon"}
    </Link>
  )
}
