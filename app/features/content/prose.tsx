/** Text that staff wrote, from the Markdown renderer (app/domain/content/markdown.server.ts), which leaves nothing in it that could act. */
export function Prose({ html, lang, className = "" }: { html: string; lang?: string; className?: string }) {
  return (
    <div
      lang={lang}
      className={`prose ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by ours, whose output is an allow-list
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
