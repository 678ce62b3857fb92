import { useNonce } from "./nonce"

export type InlineScriptProps = { id?: string; type?: "application/json"; children: string }

/** An inline script of ours (or data for one). Its text must not hold `</script`. */
export function InlineScript({ id, type, children }: InlineScriptProps) {
  return (
    <script
      id={id}
      type={type}
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a script's text cannot be escaped; no user input
      dangerouslySetInnerHTML={{ __html: children }}
    />
  )
}
