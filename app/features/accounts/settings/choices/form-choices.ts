/** Fields that are filled in without the reader, and are no choices. */
const notChosen = new Set(["request_id", "time_zone"])

/** Reads a form's choices as a text: two are the same if their texts are. */
export function readChoices(form: HTMLFormElement): string {
  const entries = [...new FormData(form)].filter(([name]) => !notChosen.has(name))
  return new URLSearchParams(entries as [string, string][]).toString()
}

/** Returns the choices that the page was loaded with, whatever has been pressed since. */
export function loadedChoices(form: HTMLFormElement): string {
  const copy = form.cloneNode(true) as HTMLFormElement
  copy.reset()
  return readChoices(copy)
}

/** Sets every switch, radio and select of a form. */
export function putBack(form: HTMLFormElement, text: string): void {
  const choices = new URLSearchParams(text)
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio"))
      control.checked = choices.getAll(control.name).includes(control.value)
    else if (control instanceof HTMLSelectElement) control.value = choices.get(control.name) ?? ""
  }
}

/** Returns the name of a choice: of a radio with its value, since its outcome is shown beside it. */
export function choiceOf(control: Element): string | null {
  if (control instanceof HTMLSelectElement) return control.name
  if (!(control instanceof HTMLInputElement)) return null
  return control.type === "radio" ? `${control.name}=${control.value}` : control.name
}
