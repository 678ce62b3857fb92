import { Fragment } from "react"
import type { MarkedPart } from "~/domain/chat/search/text-search"

/** A text in which what was searched for is marked. */
export function MarkedText({ parts }: { parts: MarkedPart[] }) {
  let at = 0
  return parts.map(({ text, isFound }) => {
    const key = at
    at += text.length
    return isFound ? (
      <mark key={key} className="rounded-xs bg-accent text-on-accent">
        {text}
      </mark>
    ) : (
      <Fragment key={key}>{text}</Fragment>
    )
  })
}
