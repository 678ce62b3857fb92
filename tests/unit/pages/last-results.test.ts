import { expect, test } from "vitest"
import { findLastResults } from "~/features/listing/search/last-results"

const entries = (...paths: string[]) =>
  paths.map((path, index) => ({ url: `https://en.example.org${path}`, key: `key ${index}` }))

test("a profile reached from a list, over its own sections or other profiles, leads back to the list as it was left", () => {
  expect(findLastResults(entries("/", "/escorts?city=paris&show=48"))).toEqual({
    path: "/escorts?city=paris&show=48",
    key: "key 1",
  })
  expect(findLastResults(entries("/escorts/in/lyon", "/escorts/ada", "/escorts/ada/services"))).toMatchObject({
    path: "/escorts/in/lyon",
  })
  expect(findLastResults(entries("/escorts", "/escorts?q=opera", "/escorts/ada", "/escorts/eve"))).toMatchObject({
    path: "/escorts?q=opera",
  })
})

test("a profile reached from elsewhere leads to no list, even if there was one earlier", () => {
  expect(findLastResults([])).toBeNull()
  expect(findLastResults(entries("/escorts/ada"))).toBeNull()
  expect(findLastResults(entries("/escorts", "/faq"))).toBeNull()
  expect(findLastResults(entries("/escorts", "/profile/favorites", "/escorts/ada"))).toBeNull()
  // A browser hides the addresses of another document's policy.
  expect(findLastResults([...entries("/escorts"), { url: null, key: "hidden" }])).toBeNull()
})
