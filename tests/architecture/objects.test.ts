import { expect, test } from "vitest"
import { filesOf, textOf } from "./helpers/sources"

/** Asks a namespace for an object, or passes a namespace on. */
const asks =
  /\.(getByName|idFromName|idFromString|newUniqueId)\(|\.(BackOffice|ChatRoom|UserChannel|RateLimiter|ViewCounter|MessageCounter)\b/

test("Durable Objects are asked for in one file, which knows their jurisdiction", () => {
  const files = filesOf("{app,worker,party}/**/*.{ts,tsx}").filter((file) => asks.test(textOf(file)))
  expect(files).toEqual(["party/objects.ts"])
})
