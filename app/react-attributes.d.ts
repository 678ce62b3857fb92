import "react"

/**
 * Attributes of the platform that React 18 passes through but does not type.
 * In lower case: that is how React 18 leaves them alone.
 */
declare module "react" {
  interface HTMLAttributes<T> {
    popover?: "" | "auto" | "hint" | "manual"
    inert?: ""
  }
  interface ButtonHTMLAttributes<T> {
    popovertarget?: string
    popovertargetaction?: "show" | "hide" | "toggle"
  }
  interface ImgHTMLAttributes<T> {
    fetchpriority?: "high" | "low" | "auto"
  }
}
