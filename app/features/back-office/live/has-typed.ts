/** Returns whether a form of the page that changes something has values other than those it was loaded with. */
export function hasTyped(root: Document | HTMLElement): boolean {
  const forms = [...root.querySelectorAll<HTMLFormElement>("form[method=post]")]
  return forms.some((form) => [...form.elements].some(isChanged))
}

/** A text that was typed into a field of several lines. */
export interface TypedText {
  field: HTMLTextAreaElement
  text: string
}

/** Returns the texts of several lines that are not saved. */
export function typedTexts(root: Document | HTMLElement): TypedText[] {
  const fields = [...root.querySelectorAll<HTMLTextAreaElement>("form[method=post] textarea")]
  return fields.filter(isChanged).map((field) => ({ field, text: field.value }))
}

/** Returns whether the page shows the field no more. */
export const isGone = ({ field }: TypedText) => !field.isConnected

function isChanged(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    // A browser chooses the first one where the page chose none.
    const initial = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
    return initial !== undefined && !initial.selected
  }
  if (!(control instanceof HTMLInputElement) || control.type === "hidden") return false
  const isTicked = control.type === "checkbox" || control.type === "radio"
  return isTicked ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
}
