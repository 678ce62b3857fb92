import { expect, test } from "vitest"
import { canonicalPath } from "~/lib/public-pages"

const canonical = (address: string) => {
  const { pathname, searchParams } = new URL(address, "https://ours.invalid")
  return canonicalPath(pathname, searchParams)
}

test.each([
  ["/", "/"],
  ["/?utm_source=letter", "/"],
  ["/escorts?city=paris&sort=price-up&before=abc", "/escorts?city=paris"],
  ["/escorts?city=&category=dinners", "/escorts?category=dinners"],
  ["/escorts?city=paris&category=dinners", "/escorts?category=dinners&city=paris"],
  ["/escorts?city=%22%3E%3Cscript%3E", "/escorts?city=%22%3E%3Cscript%3E"],
  ["/escorts/camille-aubert", "/escorts/camille-aubert"],
  ["/escorts/camille-aubert/infos", "/escorts/camille-aubert/infos"],
  ["/faq?q=cancel", "/faq"],
  ["/legal/privacy", "/legal/privacy"],
])("the canonical address of %s is %s", (address, expected) => {
  expect(canonical(address)).toBe(expected)
})

test.each([
  "/profile",
  "/dashboard/admin",
  "/auth/login",
  "/report",
  "/age",
  "/escorts/a/private",
  "/escorts/A",
  "/nowhere",
  "/faq/",
])("%s has no canonical address", (address) => {
  expect(canonical(address)).toBeNull()
})
