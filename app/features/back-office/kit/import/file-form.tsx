import { Form } from "@remix-run/react"
import { forwardRef, type ReactNode } from "react"

type FileFormProps = { children: ReactNode; className?: string }

/** The form of a file that is only looked at: it has no `request_id`, by which its rows would be stored with the response. */
export const FileForm = forwardRef<HTMLFormElement, FileFormProps>(function FileForm({ children, className }, ref) {
  return (
    <Form ref={ref} method="post" encType="multipart/form-data" noValidate className={className}>
      {children}
    </Form>
  )
})
