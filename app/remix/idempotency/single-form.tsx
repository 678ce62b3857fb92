import { type FetcherWithComponents, type FormProps, Form as RemixForm } from "@remix-run/react"
import { forwardRef } from "react"
import { requestIdField, useRequestId } from "./request-id"

type Fetcher = Pick<FetcherWithComponents<unknown>, "state" | "formData" | "Form">

interface Props extends FormProps {
  /** Sends the form in the background. */
  fetcher?: Fetcher
}

/** Remix's form, whose action runs once, however often it is sent until a response arrives (single-action.server.ts). */
export const Form = forwardRef<HTMLFormElement, Props>(function SingleForm({ fetcher, children, ...props }, ref) {
  const Element = fetcher?.Form ?? RemixForm
  return (
    <Element ref={ref} {...props}>
      {props.method?.toLowerCase() === "post" && <RequestId fetcher={fetcher} />}
      {children}
    </Element>
  )
})

/** The same for a form that is not Remix's. The server's id serves pages without script; in the browser it is another one. */
export function RequestId({ fetcher }: { fetcher?: Fetcher }) {
  return <input type="hidden" name={requestIdField} value={useRequestId(fetcher)} suppressHydrationWarning />
}
