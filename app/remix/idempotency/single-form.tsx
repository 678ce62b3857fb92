import { type FetcherWithComponents, type FormProps, Form as RemixForm } from "@remix-run/react"
import { forwardRef } from "react"
import { requestIdField, useRequestId } from "./request-id"

interface Props extends FormProps {
  /** Sends the form in the background. */
  fetcher?: Pick<FetcherWithComponents<unknown>, "state" | "formData" | "Form">
}

/** Remix's form, whose action runs once, however often it is sent until a response arrives (single-action.server.ts). */
export const Form = forwardRef<HTMLFormElement, Props>(function SingleForm(
  { fetcher, children, onSubmit, ...props },
  ref,
) {
  const { id, field, onSend } = useRequestId(fetcher)
  const Element = fetcher?.Form ?? RemixForm
  return (
    <Element
      ref={ref}
      {...props}
      onSubmit={(event) => {
        onSend()
        onSubmit?.(event)
      }}
    >
      {props.method?.toLowerCase() === "post" && (
        <input ref={field} type="hidden" name={requestIdField} value={id} suppressHydrationWarning />
      )}
      {children}
    </Element>
  )
})

/** The field for a form that is not Remix's, and reloads the page: its next id is the next page's. */
export function RequestId() {
  const { id } = useRequestId()
  return <input type="hidden" name={requestIdField} value={id} suppressHydrationWarning />
}
