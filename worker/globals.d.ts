/** What `remix vite:build` made (wrangler.toml aliases the name to it). */
declare module "virtual:remix/server-build" {
  const build: import("@remix-run/server-runtime").ServerBuild
  export = build
}
