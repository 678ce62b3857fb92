import { classNames } from "~/lib/class-names"

/** A turning ring in the colour of the text around it. Silent unless it has a label. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? "status" : undefined}
      className={classNames("inline-flex shrink-0 items-center justify-center", className)}
    >
      <span
        aria-hidden="true"
        className="size-4 animate-spinner rounded-full border-2 border-current border-r-transparent motion-reduce:animate-spinner-still"
      />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
