import { describe, expect, test } from "vitest"
import { fillTemplate, insertText } from "~/features/chat/templates/fill-template"

describe("a template in the composer", () => {
  test("every {name} becomes the other member's name, and nothing of the name is a pattern", () => {
    expect(fillTemplate("{name}, dear {name}! {names} {NAME}", "Ada")).toBe("Ada, dear Ada! {names} {NAME}")
    expect(fillTemplate("Hi {name}", "$& {name}")).toBe("Hi $& {name}")
  })

  test("a text is inserted at the caret or in place of the selection, and the caret follows it", () => {
    expect(insertText("Hello world", "new ", { start: 6, end: 6 })).toEqual({ text: "Hello new world", caret: 10 })
    expect(insertText("Hello world", "you", { start: 6, end: 11 })).toEqual({ text: "Hello you", caret: 9 })
    expect(insertText("", "text", { start: 0, end: 0 })).toEqual({ text: "text", caret: 4 })
  })
})
