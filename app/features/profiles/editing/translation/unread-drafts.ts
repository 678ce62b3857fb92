import { isTextField, type ProfileTextField } from "~/domain/profiles/content/fields"
import type { Workshop } from "~/domain/profiles/editing/schema"

/** Reads which drafts their owner has not read yet: those of texts that are not submitted. Other scripts may have written it. */
export function parseUnread(text: string | null, stored: Workshop["fields"]): ProfileTextField[] {
  try {
    const names: unknown = JSON.parse(text ?? "[]")
    if (!Array.isArray(names)) return []
    return names.filter(
      (name): name is ProfileTextField =>
        typeof name === "string" &&
        isTextField(name) &&
        stored[name].edit?.state === "draft" &&
        stored[name].value !== "",
    )
  } catch {
    return []
  }
}
