import { Component, type ReactNode, Suspense } from "react"

/** Renders an optional part of the page: nothing while it is fetched, and nothing once it has thrown. */
export class Optional extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return !this.state.hasFailed && <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
