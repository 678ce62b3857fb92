import { useEffect, useState } from "react"
import type { FormResult } from "~/remix/form"

/** Counts the results of a form that were no errors: as its key it empties the form then, and not when the page reloads. */
export function useSentCount(result: FormResult | undefined): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (result && !result.isError) setCount((before) => before + 1)
  }, [result])
  return count
}
