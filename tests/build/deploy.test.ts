import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Deployment, writeDeployedConfig } from "../../scripts/deploy/deployment.ts"
import { finish, root, wranglerCli } from "../../scripts/lib/setup.mjs"

describe("the deployment", () => {
  let folder: string
  let config: string
  let output: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "salon-deploy-"))
    const deployment = {
      jurisdiction: "eu",
      database_id: "11111111-1111-4111-8111-111111111111",
      vars: { LOCALE_DOMAINS: [{ code: "en", domain: "https://salon.internal" }] },
    } as const
    config = writeDeployedConfig(deployment as unknown as Deployment, join(root, "wrangler.deployed.test.json"))
    const command = [wranglerCli, "deploy", "--dry-run", "--outdir", folder, "--config", config]
    const { status, output: printed } = await finish(process.execPath, command, { quiet: true, env: { CI: "true" } })
    expect([status, printed]).toEqual([0, expect.any(String)])
    output = printed
  })

  afterAll(() => {
    for (const path of [folder, config]) rmSync(path, { recursive: true, force: true })
  })

  test("wrangler takes the deployment's configuration, with its bucket and its objects in the jurisdiction", () => {
    expect(output).toMatch(/salon-media \(eu\)/)
    expect(output).toMatch(/DATA_JURISDICTION \("eu"\)/)
  })

  const filesOf = () =>
    globSync("**/*.{js,mjs,wasm}", { cwd: folder }).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))

  test("the deployed Worker is 1.4 MB at most, gzipped", () => {
    const sizes = filesOf().map(({ name, bytes }) => ({ name, size: gzipSync(bytes).byteLength }))
    expect(sizes.length).toBeGreaterThan(0)
    const total = sizes.reduce((sum, { size }) => sum + size, 0)
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(1.4 * 1024 * 1024)
  })

  test("the deployed Worker compiles no code at run time, which Workers refuse", () => {
    for (const { name, bytes } of filesOf()) {
      expect([name, bytes.toString().match(/\bnew WebAssembly\.Module\(|\bWebAssembly\.compile\(/)]).toEqual([
        name,
        null,
      ])
    }
  })

  test("the deployed Worker holds none of the values of a development machine", () => {
    const settings = readFileSync(join(root, ".dev.vars.example"), "utf8")
    expect(settings).toContain("open-sesame")
    // The value itself is there, once: production refuses it by name (worker/config.ts).
    const mentions = filesOf().flatMap(({ bytes }) => bytes.toString().match(/open-sesame/g) ?? [])
    expect(mentions).toHaveLength(1)
    for (const { bytes } of filesOf()) expect(bytes.toString()).not.toContain("en.localhost:8787")
  })
})

test("tests and development run the same, single workerd", () => {
  const found = globSync("node_modules/**/workerd/package.json", { cwd: root })
  expect(found).toEqual(["node_modules/workerd/package.json"])
})
