import { index, layout, type RouteConfig, route } from "@remix-run/route-config"

/** The URL map, in the order of product-spec 2. */
export default [
  layout("routes/layouts/default.tsx", [
    index("routes/home.tsx"),
    route("escorts", "routes/escorts/listing.tsx"),
    route("escorts/:slug", "routes/escorts/profile.tsx"),
    route("profile", "routes/profile/area.tsx", [index("routes/profile/overview.tsx")]),
    route("*", "routes/not-found.tsx"),
  ]),
  layout("routes/layouts/blank.tsx", [route("auth/login", "routes/auth/login.tsx")]),
  route("auth/logout", "routes/auth/logout.ts"),
  layout("routes/layouts/admin.tsx", [route("dashboard/admin", "routes/admin/dashboard.tsx")]),
] satisfies RouteConfig
