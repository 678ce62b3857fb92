import ts from "typescript"
import { describe, expect, test } from "vitest"
import { filesOf, type Import, importsOf, nodesOf, parse, textOf } from "./helpers/sources"

const code = filesOf("{app,worker,party}/**/*.{ts,tsx}")
const imports = code.flatMap(importsOf)

interface Rule {
  /** Selects the files that the rule is about. */
  of: (file: string) => boolean
  forbidden: (one: Import) => boolean
  /** The advice in the failure's message. */
  advice: string
}

const below =
  (...folders: string[]) =>
  (path: string) =>
    folders.some((folder) => path.startsWith(folder))
const isPackage = (name: string, ...packages: string[]) =>
  packages.some((one) => name === one || name.startsWith(`${one}/`))
const isServer = (path: string) => /\.server$/.test(path) || /\.server\.tsx?$/.test(path)

/** Design 2: three layers, imports in one direction. */
const rules: Record<string, Rule> = {
  "routes never import db, drizzle, party or worker": {
    of: below("app/routes/"),
    forbidden: ({ to }) => below("app/db/", "party/", "worker/")(to) || isPackage(to, "drizzle-orm", "drizzle-kit"),
    advice: "Call a function of app/domain/<noun>/service.server.ts; write it there if it does not exist.",
  },
  "features never import *.server, unless they are one": {
    of: (file) => file.startsWith("app/features/") && !isServer(file),
    forbidden: ({ to }) => isServer(to),
    advice: "Let the route's loader fetch it and hand it down as a prop, or name the file *.server.ts.",
  },
  "features never import routes, db, party or worker": {
    of: below("app/features/"),
    forbidden: ({ to }) => below("app/routes/", "app/db/", "party/", "worker/")(to),
    advice: "A route imports features, never the other way round; data comes down as props.",
  },
  "ui imports nothing of ours but lib and browser": {
    of: below("app/ui/"),
    forbidden: ({ to }) => below("app/", "worker/", "party/")(to) && !below("app/ui/", "app/lib/", "app/browser/")(to),
    advice: "Take texts and data as props; what knows the product belongs into app/features.",
  },
  "domain never imports React, Remix, Hono, partyserver or env": {
    of: below("app/domain/"),
    forbidden: ({ to }) =>
      isPackage(to, "react", "react-dom", "hono", "partyserver", "@hono/zod-openapi") ||
      /^(@remix-run\/|cloudflare:)/.test(to),
    advice: "The domain knows no transport: take what it needs from Ctx, or as an argument.",
  },
  "domain looks down only: to db, lib and i18n": {
    of: below("app/domain/"),
    forbidden: ({ to }) =>
      below("app/", "worker/", "party/")(to) && !below("app/domain/", "app/db/", "app/lib/", "app/i18n/")(to),
    advice: "Move what both need down into app/domain or app/lib.",
  },
  "db imports nothing that stands on it": {
    of: below("app/db/"),
    forbidden: ({ to }) =>
      below("app/", "worker/", "party/")(to) && !below("app/db/", "app/lib/", "app/i18n/locales")(to),
    advice: "Tables know nothing but tables: declare the type beside the table and import it from above.",
  },
  "lib and browser import neither each other's users nor the product, but for its types": {
    of: below("app/lib/", "app/browser/"),
    forbidden: ({ from, to, isType }) =>
      below("app/", "worker/", "party/")(to) &&
      !below("app/lib/", ...(from.startsWith("app/browser/") ? ["app/browser/"] : []))(to) &&
      !(below("app/domain/", "app/db/", "app/i18n/")(to) && isType),
    advice: "What knows the product belongs into app/features or app/domain; lib and browser take it as an argument.",
  },
  "remix imports neither features nor routes": {
    of: below("app/remix/"),
    forbidden: ({ to }) => below("app/features/", "app/routes/", "worker/", "party/")(to),
    advice: "app/remix serves every page: what is one page's stands beside it.",
  },
  "party never imports routes, features, ui or worker": {
    of: below("party/"),
    forbidden: ({ to }) =>
      below("app/routes/", "app/features/", "app/ui/", "worker/")(to) || to.startsWith("@remix-run/"),
    advice: "A room calls the domain; what a page and a room share belongs there.",
  },
  "app never imports worker or party": {
    of: below("app/"),
    forbidden: ({ to }) => below("worker/", "party/")(to),
    advice: "Pages are handed what they need in the load context (app/load-context.ts).",
  },
  "only worker/endpoints/pages.ts and page-routes.ts see the build": {
    of: (file) => !["worker/endpoints/pages.ts", "worker/endpoints/page-routes.ts"].includes(file),
    forbidden: ({ to }) => to === "virtual:remix/server-build" || below("build/")(to),
    advice: "Let one of the two export what is needed of it.",
  },
  "the Worker reaches pages through the build alone": {
    of: below("worker/"),
    forbidden: ({ to, isType }) => below("app/routes/", "app/features/", "app/ui/")(to) && !isType,
    advice: "Importing a page's source would bundle it twice: call the domain.",
  },
  "zod is imported whole, as `* as z`": {
    of: () => true,
    forbidden: ({ from, to, isType }) => to === "zod" && !isType && !/import \* as z from "zod"/.test(textOf(from)),
    advice: 'Write `import * as z from "zod"`: `import { z }` drags in every locale (93 KB gz against 25).',
  },
}

describe("imports", () => {
  test("the imports of every file of the app are found", () => {
    expect(code.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(400)
    expect(imports).toContainEqual({
      from: "worker/endpoints/pages.ts",
      to: "virtual:remix/server-build",
      isType: false,
      isDynamic: false,
    })
    const context = { from: "app/remix/page.server.ts", to: "app/domain/core/context" }
    expect(imports).toContainEqual({ ...context, isType: true, isDynamic: false })
    expect(
      imports.filter(({ to }) => to === "app/features/accounts/auth/login-dialog").map(({ isType }) => isType),
    ).toContain(false)
  })

  test.each(Object.entries(rules))("%s", (_, { of, forbidden, advice }) => {
    const wrong = imports.filter((one) => of(one.from) && forbidden(one)).map(({ from, to }) => `${from} imports ${to}`)
    expect(wrong, advice).toEqual([])
  })
})

/**
 * The districts of app/domain: each imports those before it, types included. The ports and jobs of `core` may name the types that
 * another district stores (`schema`).
 */
const districts = [
  "core",
  "content",
  "mail",
  "accounts",
  "chat",
  "notifications",
  "decisions",
  "media",
  "profiles",
  "verification",
  "safety",
  "billing",
  "support",
  "privacy",
  "operations",
  "back-office",
]

describe("the districts of the domain", () => {
  const districtOf = (path: string) => /^app\/domain\/([^/]+)/.exec(path)?.[1] ?? ""

  test("every file of the domain stands in a district", () => {
    const found = new Set(filesOf("app/domain/**/*.ts").map(districtOf))
    expect([...found].toSorted()).toEqual(districts.toSorted())
  })

  /** Folders beside the districts: those that belong to none of them, or to each. */
  const beside: Record<string, string[]> = {
    "app/features": ["home", "listing", "shell"],
    "app/routes": ["dev", "layouts"],
    "worker/api": ["docs", "openapi"],
  }

  test.each(Object.entries(beside))("the folders of %s are districts", (floor, others) => {
    const paths = filesOf(`${floor}/*/**/*.{ts,tsx}`)
    const folders = new Set(paths.map((path) => path.slice(floor.length + 1).split("/")[0] ?? ""))
    expect([...folders].filter((name) => ![...districts, ...others].includes(name))).toEqual([])
    expect(others.filter((name) => !folders.has(name))).toEqual([])
  })

  test("a district imports none of those after it", () => {
    const between = imports.filter((one) => [one.from, one.to].every(below("app/domain/")))
    expect(between.length).toBeGreaterThan(400)
    const isPort = ({ from, to, isType }: Import) => isType && below("app/domain/core/")(from) && to.endsWith("/schema")
    const upward = between.filter(
      (one) => districts.indexOf(districtOf(one.to)) > districts.indexOf(districtOf(one.from)) && !isPort(one),
    )
    expect(
      upward.map(({ from, to }) => `${from} imports ${to}`),
      "Move what both need into the earlier one, or let the caller hand it in.",
    ).toEqual([])
  })
})

/** Finds groups of files that reach each other by imports, types included. */
function circlesOf(edges: Map<string, Set<string>>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  function visit(file: string): number {
    const index = order.size
    order.set(file, index)
    let low = index
    open.push(file)
    for (const next of edges.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low)
    }
    lowest.set(file, low)
    if (low === index) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low
  }
  for (const file of edges.keys()) if (!order.has(file)) visit(file)
  return circles
}

describe("import circles", () => {
  const edgesOf = (all: Pick<Import, "from" | "to">[]) => {
    const edges = new Map<string, Set<string>>()
    for (const { from, to } of all) {
      const file = from.replace(/\.tsx?$/, "")
      edges.set(file, (edges.get(file) ?? new Set()).add(to))
    }
    return edges
  }

  test("an import circle of three files is found", () => {
    const edges = edgesOf([
      { from: "a.ts", to: "b" },
      { from: "b.ts", to: "c" },
      { from: "c.ts", to: "a" },
      { from: "c.ts", to: "d" },
    ])
    expect(circlesOf(edges)).toEqual([["a", "b", "c"]])
  })

  test("no import circle exists, type imports included", () => {
    expect(circlesOf(edgesOf(imports)), "Move what both need into a file below them.").toEqual([])
  })
})

describe("the packages", () => {
  const folderOf = (path: string) => /^packages\/[^/]+\//.exec(path)?.[0] ?? ""
  const isFile = (path: string) => below("app/", "packages/", "party/", "scripts/", "tests/", "worker/")(path)

  test("a package imports no file outside its own folder", () => {
    const own = filesOf("packages/*/{src,tests}/**/*.ts").flatMap(importsOf)
    expect(own.length).toBeGreaterThan(300)
    const wrong = own.filter(({ from, to }) => isFile(to) && folderOf(to) !== folderOf(from))
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test("scripts and tests import a package by its name", () => {
    const byPath = filesOf("{scripts,tests}/**/*.{ts,tsx,mjs}", "*.config.ts").filter((file) =>
      /\b(from|import\() ?"[./]+\/packages\//.test(textOf(file)),
    )
    expect(byPath, "Import what its package.json exports.").toEqual([])
  })

  test("the app imports no package of packages/: they are for development and tests", () => {
    const wrong = imports.filter(({ to }) => below("packages/", "@salon/")(to))
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })
})

/** Returns the literals and templates of a file, without comments. */
function literalsOf(file: string): string[] {
  return [...nodesOf(parse(file))].flatMap((node) =>
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isJsxText(node)
      ? [node.text]
      : [],
  )
}

describe("the app's code", () => {
  test("the app's code reads no process.env", () => {
    const readers = code.filter((file) => /\bprocess\s*\.\s*env\b/.test(textOf(file)))
    expect(
      readers,
      "Settings come through worker/config.ts, to the domain through Ctx, to pages through the load context.",
    ).toEqual([])
  })

  test("the app's code names no other origin: it fetches from no third party that the operator did not configure", () => {
    /** The names of vocabularies, which nothing fetches, and hosts that cannot exist (RFC 2606). */
    const allowed = /^https?:\/\/(www\.w3\.org\/|schema\.org$|www\.sitemaps\.org\/schemas\/|[a-z]+\.invalid\b)/
    /** Providers that are called only if CAPTCHA_PROVIDER or STREAM_ACCOUNT_ID names them. */
    const configured = ["worker/adapters/captcha-providers.ts", "worker/adapters/videos/stream-videos.ts"]
    const others = code
      .filter((file) => !configured.includes(file))
      .flatMap((file) =>
        literalsOf(file)
          .filter((text) => /\b(https?|wss?):\/\/\w/.test(text) && !allowed.test(text))
          .map((text) => `${file}: ${text}`),
      )
    expect(others, "Serve it from our own origin, or make it a setting in worker/config.ts.").toEqual([])
  })

  test("the domain takes the time from ctx.now(), never from the clock", () => {
    const readers = filesOf("app/domain/**/*.ts").filter((file) => /\bDate\.now\b|\bnew Date\(\)/.test(textOf(file)))
    expect(readers, "Use ctx.now(): tests and retries must be able to say what time it is.").toEqual([])
  })
})
