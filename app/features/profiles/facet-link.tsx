import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/app-link"
import { ProfileCount } from "./profile-count"

export type FacetLinkProps = { to: string; name: string; count?: number; isChosen: boolean }

/** One of several: it looks like the radio that it stands for. What would list nobody cannot be pressed. */
export function FacetLink({ to, name, count, isChosen }: FacetLinkProps) {
  const content = (
    <>
      <span
        aria-hidden
        className={classNames(
          "size-4.5 shrink-0 rounded-full bg-surface",
          isChosen ? "border-[5.5px] border-ink" : "border border-ctl",
        )}
      />
      <span className="min-w-0 grow">{name}</span>
      {count !== undefined && <ProfileCount count={count} />}
    </>
  )
  const className = "-mx-2 flex min-h-9 items-center gap-2.5 rounded-small px-2 py-1 text-ui"
  return (
    <li>
      {count === 0 && !isChosen ? (
        <span className={classNames(className, "text-mute")}>{content}</span>
      ) : (
        <AppLink
          to={to}
          preventScrollReset
          aria-current={isChosen || undefined}
          className={classNames(className, "transition-colors hover:bg-sunk dark:max-lg:hover:bg-line")}
        >
          {content}
        </AppLink>
      )}
    </li>
  )
}
