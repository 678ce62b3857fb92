/** The output of `remix vite:build` (aliased in wrangler.toml). */
declare module "virtual:remix/server-build" {
  const build: import("@remix-run/server-runtime").ServerBuild
  export = build
}
