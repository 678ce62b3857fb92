import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { smokeTest } from "../../../scripts/deploy/smoke"

test("the checks of a deployment that cannot be reached fail one by one, and end", async () => {
  const lines: string[] = []
  const nowhere = { origin: "http://127.0.0.1:9", realtimeKey: "salon", accessKey: "a key", isGated: true }
  expect(await smokeTest(nowhere, (line) => lines.push(line), { waitSeconds: 0 })).toBe(false)
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line).toMatch(/^NO {3}/)
})

test.each([
  [500, "a wrong password is answered with 500"],
  [200, "a wrong password is answered with 200"],
])("a login that is answered with %i is unsound, though the pages are there", async (status, problem) => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/api/auth/login" ? status : 200
    response.end("<html></html>")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const lines: string[] = []
  const site = { origin: `http://127.0.0.1:${port}`, realtimeKey: "salon", isGated: false }
  expect(await smokeTest(site, (line) => lines.push(line), { waitSeconds: 0 })).toBe(false)
  server.closeAllConnections()
  server.close()
  expect(lines).toContain("yes  a page is there")
  expect(lines.join("\n")).toContain(problem)
})
