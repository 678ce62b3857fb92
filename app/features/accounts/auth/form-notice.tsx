import CircleCheck from "lucide-react/icons/circle-check"
import type { FormResult } from "~/remix/form"
import { Banner } from "~/ui/feedback/banner"
import { ProofNotice } from "./proof-notice"

/** The result of a form, on the page itself: the toast disappears, and without script there is none. */
export function FormNotice({ result }: { result: FormResult | undefined }) {
  if (!result?.message) return null
  if (result.code === "auth.confirm_required") return <ProofNotice message={result.message} />
  if (result.isError) return <Banner tone="bad" fact={result.message} className="mt-5" />
  return <Banner icon={<CircleCheck className="text-ok" />} fact={result.message} className="mt-5" />
}
