import { index, type RouteConfig, route } from "@remix-run/route-config"

export default [index("routes/page.tsx"), route("cards", "routes/cards.tsx")] satisfies RouteConfig
