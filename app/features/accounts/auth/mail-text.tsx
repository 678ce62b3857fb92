import { Fragment } from "react"

/** The text of a mail, with its addresses as links. */
export function MailText({ children }: { children: string }) {
  const parts = children.split(/(https?:\/\/\S+)/)
  return (
    <div className="measure text-ui whitespace-pre-wrap wrap-anywhere text-ink2">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
            key={index}
            href={part}
            className="link"
          >
            {part}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
    </div>
  )
}
