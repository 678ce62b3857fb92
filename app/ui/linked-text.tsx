import type { ReactNode } from "react"

export type LinkedTextProps = {
  /** The words of each link are between tags of its name: `I accept the <terms>terms</terms>.` */
  text: string
  /** The links' addresses. They open in another tab: what was typed here stays. */
  links: Record<string, string>
}

/** A sentence with links in it. */
export function LinkedText({ text, links }: LinkedTextProps): ReactNode {
  return text.split(/(<\w+>[^<]*<\/\w+>)/).map((part) => {
    const [, name = "", words] = /^<(\w+)>([^<]*)</.exec(part) ?? []
    if (words === undefined) return part
    return (
      <a key={name} href={links[name]} target="_blank" rel="noopener" className="link">
        {words}
      </a>
    )
  })
}
