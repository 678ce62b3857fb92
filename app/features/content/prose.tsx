/**
 * Text that staff wrote, from the Markdown renderer (app/domain/content/markdown.server.ts), whose output holds nothing
 * active.
 */
export function Prose({ html, lang, className = "" }: { html: string; lang?: string | undefined; className?: string }) {
  return (
    <div
      lang={lang}
      className={`prose ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own renderer, whose output is an allow-list
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
