/** The output of `remix vite:build` (aliased in wrangler.toml). */
declare module "virtual:remix/server-build" {
  const build: import("@remix-run/server-runtime").ServerBuild
  export = build
}

/** Hashes what is written to it (a runtime API of Workers, on `crypto`). */
interface Crypto {
  DigestStream: new (algorithm: "SHA-256") => WritableStream<Uint8Array> & { readonly digest: Promise<ArrayBuffer> }
}
