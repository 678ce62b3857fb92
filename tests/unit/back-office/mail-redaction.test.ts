import { expect, test } from "vitest"
import { maskAddresses, redactedCopy, redactText } from "~/domain/mail/redaction"

test.each([
  ["ada@example.org", "a***@example.org"],
  ["550 <ada.l@example.org>: no such user ada.l@example.org", "550 <a***@example.org>: no such user a***@example.org"],
  ["a@b", "a***@b"],
  ["The provider answered 503", "The provider answered 503"],
])("an address is masked anywhere in a text: %s", (text, masked) => {
  expect(maskAddresses(text)).toBe(masked)
})

test.each([
  ["Choose a password\nhttps://salon.example/auth/password/reset/kJ3-x_9", "Choose a password\n[…]"],
  ["Open HTTP://SALON.EXAMPLE/x?token=1, then", "Open […] then"],
  ["Open www.salon.example/reset/abc", "Open […]"],
  ["salon://open/abc is a link too", "[…] is a link too"],
  ["Your code: 123456", "Your code: […]"],
  ["Votre code : 123 456.", "Votre code : […]."],
  ["The token Zm9vYmFyYmF6cXV4cXV1eA is alone", "The token […] is alone"],
  ["Write to ada@example.org", "Write to a***@example.org"],
])("staff do not read what opens something in a mail: %s", (text, redacted) => {
  expect(redactText(text)).toBe(redacted)
})

test.each([
  "Its reference is T-7K3M9QTX. We reply within two working days.",
  "Your trial ends on 23 November 2026; then 29 € are paid each month.",
  "Anticonstitutionnellement, rendez-vous-en-ville-demain.",
])("staff read the rest of a mail as it was written: %s", (text) => {
  expect(redactText(text)).toBe(text)
})

test("the stored copy of a mail has neither its HTML nor its address, and an end", () => {
  const message = { to: "ada@example.org", html: "<p>x</p>", subject: "Hello", text: "a ".repeat(30_000) }
  const copy = JSON.parse(redactedCopy(message))
  expect(Object.keys(copy)).toEqual(["subject", "text"])
  expect(copy.text.length).toBe(20_000)
})
