import { mkdirSync, writeFileSync } from "node:fs"
import { isAbsolute, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { vitePlugin as remix } from "@remix-run/dev"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { buildId, pagesId } from "./scripts/build-id"
import { iconFiles } from "./scripts/icon-files"
import { reactAriaLocales } from "./scripts/react-aria-locales"
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
    reactAriaLocales(),
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
    // Explicit ones only: otherwise lucide's index would draw every icon of the app into the shell.
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

/** What the API and the queues use too: wrangler bundles it once, for both, instead of a second time within the pages. */
const sharedWithTheWorker =
  /^(zod|i18next)$|^\/.*\/app\/(domain|db)\/.*\.ts$|\/app\/i18n\/(resources\.server\.ts|locales\/.*\.json)$/

const libraries =
  /node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\/|commonjsHelpers/
/** What every page shows. */
const shell = sources(
  "root",
  "routes/layouts/default",
  "features/shell/[a-z0-9-]+",
  "features/shell/(language|color-mode)/",
  "features/shell/toasts/toasts",
  "features/shell/live/(live-context|live-provider|refresh|use-counts)",
  "features/listing/(listing-path|search-box)",
  "domain/profiles/listing-parameters",
  "i18n/(format|locales|use-locale|use-translation)",
  "remix/(handle|meta|proof-event|root-data|styles)",
  "browser/(build-check|call-api|chunk-reload|color-mode|lost|prefetch|retried-import|toast-event|toasts|unsent)",
  "browser/document/(quick-exit|start-retry)",
  "lib/(backoff|class-names|paths|time)",
  "ui/(avatar|badge|button|inline-script|nonce|navigation/app-link|overlay/menu|feedback/(optional|spinner))",
)
const shellFiles = /vite\/preload-helper|\/app\/styles\//
const iconParts = /lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|shared)/
const shellIcons = icons(
  ...["badge-check", "bell", "check", "chevron-down", "chevron-left", "chevron-right", "credit-card", "heart"],
  ...["layout-dashboard", "lock", "log-out", "menu", "message-circle", "monitor", "moon", "plus", "search"],
  ...["settings", "sun", "user", "user-round", "x"],
)
const cardsIcons = icons("arrow-right", "sliders-horizontal")
const profileIcons = icons("flag", "images", "share", "shield-check")
/** Fetched while idle. */
const toasts = sources("features/shell/toasts/toast-region", "ui/feedback/toast")
const toastIcons = icons("circle-check", "circle-exclamation-point", "circle-x", "info", "triangle-exclamation-point")
const otherIcons = icons("[a-z0-9-]+")

/** What the public pages share beside the shell. */
const cards = sources(
  "features/profiles/cards/",
  "features/profiles/favorites/heart-button",
  "ui/(chip|overlay/disclosure)",
  "remix/use-action-toast",
  "ui/(picture|price|feedback/empty-state|overlay/tooltip)",
  "domain/media/pictures/variants",
)

/** What the pages of a profile share beside these. */
const profile = sources(
  "features/profiles/public/(profile-(acts|head|nearby|rate|services|tabs)|section-body|share-button)",
  "ui/navigation/(breadcrumbs|tabs)",
)

/** Matches files of `app/`: a folder ends with a slash, a file's name has no extension. */
function sources(...patterns: string[]): RegExp {
  const ends = patterns.map((pattern) => (pattern.endsWith("/") ? pattern : `${pattern}\\.(server\\.)?tsx?$`))
  return new RegExp(`/app/(${ends.join("|")})`)
}

/** Matches icons by their names. */
function icons(...names: string[]): RegExp {
  return new RegExp(`/lucide-react/dist/esm/icons/(${names.join("|")})\\.mjs`)
}

/**
 * What every page loads goes into two files, the libraries and ours: so it compresses better than as a dozen small ones. Each file more
 * is also a request more, of which HTTP/1.1 has six at a time.
 */
function manualChunks(id: string): string | undefined {
  if (libraries.test(id)) return "libraries"
  if (shell.test(id) || iconParts.test(id) || shellIcons.test(id) || shellFiles.test(id)) return "shell"
  if (cards.test(id) || cardsIcons.test(id)) return "cards"
  if (profile.test(id) || profileIcons.test(id)) return "profile"
  if (toasts.test(id) || toastIcons.test(id)) return "toasts"
  if (otherIcons.test(id)) return "icons"
}

/** What running pages ask for to learn that a newer build is out (behaviours 7). */
function writeBuildFiles(folder: string): void {
  mkdirSync(`${folder}/meta`, { recursive: true })
  writeFileSync(`${folder}/latest.json`, JSON.stringify({ id }))
  writeFileSync(`${folder}/meta/${id}.json`, JSON.stringify({ id }))
  // For tests/needs-build.ts.
  writeFileSync("build/pages.json", JSON.stringify({ id: pagesId() }))
}
