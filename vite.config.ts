import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { isAbsolute, relative } from "node:path"
import { fileURLToPath } from "node:url"
import optimizeLocales from "@react-aria/optimize-locales-plugin"
import { vitePlugin as remix } from "@remix-run/dev"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Rollup } from "vite"
import { locales } from "./app/i18n/locales"
import { buildId, pagesId } from "./scripts/build-id"
import { iconFiles } from "./scripts/icon-files"
import { remixBlockedStorage } from "./scripts/remix-blocked-storage"
import { remixChunkErrors } from "./scripts/remix-chunk-errors"
import { remixKeptPage } from "./scripts/remix-kept-page"
import { remixScriptStart } from "./scripts/remix-script-start"
import { remixSnapshots } from "./scripts/remix-snapshots"
import { writeResourceIndex } from "./scripts/resource-index"

writeResourceIndex()
const id = buildId()

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
      buildEnd: () => writeBuildFiles("build/client/builds"),
    }),
    tailwindcss(),
    iconFiles(),
    // React Aria brings its texts in 34 languages.
    optimizeLocales.vite({ locales: locales.map(({ iso }) => iso) }),
    remixBlockedStorage(),
    remixChunkErrors(),
    remixKeptPage(),
    remixScriptStart(),
    remixSnapshots(),
  ],
  define: { __BUILD_ID__: JSON.stringify(id) },
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  // The build is for workerd, one file. `npm run dev` runs the same sources on Node.
  ssr:
    command === "build"
      ? { target: "webworker", noExternal: true, resolve: { conditions: ["workerd", "worker", "browser"] } }
      : undefined,
  // All that the browser may ask for, found before the first page: a library found late gives that page a second React.
  optimizeDeps: {
    entries: ["app/entry.client.tsx", "app/{features,ui}/**/*.{ts,tsx}"],
    include: ["react/jsx-dev-runtime", "react-dom/client"],
  },
  build: {
    target: "es2022",
    // 4 % smaller than esbuild's output, which is 4 KB of every page.
    minify: "terser",
    terserOptions: { module: true, ecma: 2020, compress: { passes: 3 } },
    // Only what `manualChunks` names: otherwise their dependencies would follow.
    rollupOptions: isSsrBuild
      ? {
          external: sharedWithTheWorker,
          output: {
            paths: (id) => (isAbsolute(id) && sharedWithTheWorker.test(id) ? relative("build/server", id) : id),
          },
          makeAbsoluteExternalsRelative: false,
        }
      : { output: { manualChunks, onlyExplicitManualChunks: true } },
  },
}))

/**
 * What the API and the queues use too: wrangler bundles it once, for both, instead of a second time within the pages. And
 * what React's renderer takes from Node.
 */
const sharedWithTheWorker =
  /^(zod|i18next|util|stream)$|^\/.*\/app\/(domain|db)\/.*\.ts$|\/app\/i18n\/(resources(\/\w+)?\.server\.ts|locales\/.*\.json)$/

const libraries =
  /node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\/|commonjsHelpers/
const icons = /lucide-react\/dist\/esm\//
const everyPage = ["app/root.tsx", "app/routes/layouts/default.tsx"]
const lists = ["app/routes/home.tsx", "app/routes/profiles/public/listing.tsx"]
/** Of every list but the one of a profile's page, which has no room for it. */
const browsableList = "app/features/profiles/cards/card-grid.tsx"
/** Fetched while idle, on every page. */
const toasts = "app/features/shell/toasts/toast-region.tsx"
/** Of the pages with videos, beside what the first page of a profile has. */
const player = "app/features/profiles/public/video-player.tsx"
/** Fetched when a video is started. */
const controlBar = "app/features/media/player/control-bar.tsx"
/** An owner's preview has the parts of a profile's first page: they stay with it, as small files of their own would compress less. */
const preview = "app/routes/profiles/editing/preview.tsx"
const firstPage = ["app/routes/profiles/public/sections.tsx", "app/routes/profiles/public/profile.tsx"]
const profiles = globSync("app/routes/profiles/public/*.tsx").filter((route) => !lists.includes(route))

/**
 * Divides the browser's modules by the routes that import them, because a large file compresses better than a dozen small
 * ones: what every page loads is `libraries` and `shell`, what public pages share beside it `cards` and `profile`, what
 * toasts need `toasts`, the pages with videos `player`, and a started video `control-bar`. The icons of other pages are
 * one file, and Rollup divides the rest.
 */
function manualChunks(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const isImportedBy = (route: string) => importsOf(route, getModuleInfo).has(id)
  if (libraries.test(id)) return "libraries"
  if (everyPage.some(isImportedBy)) return "shell"
  if (id.endsWith(browsableList)) return "browsable-list"
  if (isImportedBy(player) && !firstPage.some(isImportedBy)) return "player"
  const inLists = lists.filter(isImportedBy).length
  const inProfiles = profiles.filter(isImportedBy).length
  const isShared = inLists + inProfiles >= (icons.test(id) ? 1 : 2)
  if (isShared) return inLists ? "cards" : "profile"
  if (firstPage.some(isImportedBy) && isImportedBy(preview)) return "profile"
  if (isImportedBy(toasts)) return "toasts"
  if (isImportedBy(controlBar)) return "control-bar"
  if (icons.test(id)) return "icons"
}

const importsOfRoutes = new Map<string, Set<string>>()

/** Returns the ids of the modules that a route's file loads with it: its imports and theirs, without the dynamic ones. */
function importsOf(route: string, getModuleInfo: Rollup.ManualChunkMeta["getModuleInfo"]): Set<string> {
  const known = importsOfRoutes.get(route)
  if (known) return known
  const found = new Set([fileURLToPath(new URL(route, import.meta.url))])
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  importsOfRoutes.set(route, found)
  return found
}

/** What running pages ask for to learn that a newer build is out (behaviours 7). */
function writeBuildFiles(folder: string): void {
  mkdirSync(`${folder}/meta`, { recursive: true })
  writeFileSync(`${folder}/latest.json`, JSON.stringify({ id }))
  writeFileSync(`${folder}/meta/${id}.json`, JSON.stringify({ id }))
  // For tests/needs-build.ts.
  writeFileSync("build/pages.json", JSON.stringify({ id: pagesId() }))
}
