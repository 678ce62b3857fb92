import { vitePlugin as remix } from "@remix-run/dev"
import { defineConfig } from "vite"
import salon from "../../../../vite.config"

/** Salon's own settings, less its styles and manual chunks: only the pages of the two differ. */
export default defineConfig((env) => {
  const { ssr, build } = salon(env)
  return {
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
      }),
    ],
    ssr,
    build: { ...build, rollupOptions: undefined },
  }
})
