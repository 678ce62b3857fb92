/** Returns a template's text with the other member's name in place of `{name}`. */
export function fillTemplate(body: string, name: string): string {
  return body.replaceAll("{name}", () => name)
}

/** Returns a text with another one in place of its selection, and where the caret goes. */
export function insertText(
  text: string,
  inserted: string,
  { start, end }: { start: number; end: number },
): { text: string; caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length }
}
