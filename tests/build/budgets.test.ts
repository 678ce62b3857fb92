import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { describe, expect, test } from "vitest"

const client = fileURLToPath(new URL("../../build/client", import.meta.url))
/** Kibibytes, as page weights are stated. */
const KB = 1_024

interface Chunk {
  module: string
  imports?: string[]
  css?: string[]
}
interface Manifest {
  entry: Chunk
  routes: Record<string, Chunk & { id: string; parentId?: string }>
}

/** Reads Remix's own list of what each route loads. */
function readManifest(): Manifest {
  const [file] = globSync("assets/manifest-*.js", { cwd: client })
  const text = readFileSync(join(client, file ?? "missing"), "utf8")
  return JSON.parse(text.replace(/^window\.__remixManifest=/, "").replace(/;\s*$/, "")) as Manifest
}

const manifest = readManifest()
const gzipped = (path: string) => gzipSync(readFileSync(join(client, path)), { level: 9 }).byteLength

/** Returns a route and its ancestors, outermost first. */
function branchOf(id: string): Chunk[] {
  const route = manifest.routes[id]
  if (!route) throw new Error(`The build has no route ${id}: ${Object.keys(manifest.routes).join(", ")}`)
  return [...(route.parentId ? branchOf(route.parentId) : []), route]
}

function weigh(paths: Iterable<string>) {
  const parts = [...new Set(paths)].map((path) => ({ path, size: gzipped(path) })).toSorted((a, b) => b.size - a.size)
  return { parts, total: parts.reduce((sum, { size }) => sum + size, 0) }
}

/** Weighs the scripts that a page loads at once: the app's entry, the route and its ancestors, and what they import. */
function weighPage(id: string) {
  const chunks = [manifest.entry, ...branchOf(id)]
  return weigh(chunks.flatMap(({ module, imports = [] }) => [module, ...imports]))
}

const publicPages = ["routes/home", "routes/profiles/public/listing", "routes/profiles/public/profile"]

describe("a public page", () => {
  test.each(publicPages)("%s loads 130 KB of JavaScript at most, gzipped", (id) => {
    const { parts, total } = weighPage(id)
    expect(total, parts.map(({ path, size }) => `${size} ${path}`).join("\n")).toBeLessThanOrEqual(130 * KB)
  })

  test.each(publicPages)("%s requests no style sheet: its document holds the styles", (id) => {
    expect(branchOf(id).flatMap(({ css = [] }) => css)).toEqual([])
  })
})

test("no page of the back office loads more than 180 KB of JavaScript before it can be used, gzipped", () => {
  const office = Object.values(manifest.routes).filter(({ id }) => /^routes\/(back-office|layouts\/admin)/.test(id))
  expect(office.length).toBeGreaterThan(20)
  const heavy = office
    .map(({ id }) => ({ id, ...weighPage(id) }))
    .filter(({ total }) => total > 180 * KB)
    .map(({ id, parts, total }) => [`${total} ${id}`, ...parts.map(({ path, size }) => `${size} ${path}`)])
  expect(heavy).toEqual([])
})

test("all fonts together weigh 80 KB at most", () => {
  const fonts = globSync("assets/*.woff2", { cwd: client })
  expect(fonts.length).toBeGreaterThan(0)
  const total = fonts.reduce((sum, path) => sum + readFileSync(join(client, path)).byteLength, 0)
  expect(total, fonts.join(", ")).toBeLessThanOrEqual(80 * KB)
})

describe("the browser's bundle", () => {
  const scripts = globSync("assets/*.js", { cwd: client }).map((path) => ({
    path,
    text: readFileSync(join(client, path), "utf8"),
  }))

  test("the browser's bundle has no zod: schemas stay on the server", () => {
    const schemas = scripts.filter(({ text }) => /\$?ZodError|_zod\b|invalid_type/.test(text)).map(({ path }) => path)
    expect(schemas, "Import types only from app/domain/*/schema.ts in browser code.").toEqual([])
  })

  test("the browser's bundle has nothing of the server: no SQL, no drizzle, no scrypt", () => {
    const leaks = scripts
      .filter(({ text }) => /\bSELECT \w+[^"]* FROM \w+|drizzle|\bscrypt|password_hash/i.test(text))
      .map(({ path }) => path)
    expect(leaks).toEqual([])
  })

  test("the browser's bundle has no source maps", () => {
    expect(globSync("**/*.map", { cwd: client })).toEqual([])
    expect(scripts.filter(({ text }) => text.includes("sourceMappingURL")).map(({ path }) => path)).toEqual([])
  })

  test("the browser's bundle holds its build's id", () => {
    const latest = JSON.parse(readFileSync(join(client, "builds/latest.json"), "utf8")) as { id: string }
    expect(latest.id).toMatch(/^[0-9a-f]{12}$/)
    expect(JSON.parse(readFileSync(join(client, `builds/meta/${latest.id}.json`), "utf8"))).toEqual(latest)
  })
})

test("no style depends on what any ancestor contains: each change of a page would compute the styles of all of it again", () => {
  const selectors = globSync("assets/*.css", { cwd: client }).flatMap((file) => {
    const text = readFileSync(join(client, file), "utf8")
    return [...text.matchAll(/[^{}]*:has\([^{}]*(?=\{)/g)].map(([selector]) => selector)
  })
  expect(selectors.length).toBeGreaterThan(0)
  // As Tailwind's `group-has-…` writes it; `in-[.card:has(…)]` names the element that changes by its class.
  expect(selectors.filter((selector) => /:has\(.*[\s>+~]\*/.test(selector))).toEqual([])
})
