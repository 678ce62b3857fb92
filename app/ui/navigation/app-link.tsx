import { Link, type LinkProps } from "@remix-run/react"
import { forwardRef } from "react"
import { cancelPrefetch, prefetchNow, prefetchSoon } from "./prefetched-pages"

/** One set of functions for all links: a page has a hundred, and each is hydrated. */
const prefetching = {
  onPointerEnter: prefetchSoon,
  onPointerLeave: cancelPrefetch,
  onFocus: prefetchSoon,
  onBlur: cancelPrefetch,
  onTouchStart: prefetchNow,
}

export type AppLinkProps = Omit<LinkProps, keyof typeof prefetching>

/**
 * Remix's Link, whose page is prefetched once it is hovered or focused for 100 ms, or touched; not with
 * `prefetch="none"`.
 */
export const AppLink = forwardRef<HTMLAnchorElement, AppLinkProps>(function AppLink(props, ref) {
  const isPrefetched = props.prefetch !== "none" && !props.reloadDocument
  return <Link {...props} {...(isPrefetched && prefetching)} ref={ref} prefetch="none" />
})
