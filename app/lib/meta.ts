import type { MetaDescriptor } from "@remix-run/cloudflare"
import { type RootData, rootRouteId } from "./root-data"

/** The page's title, then ` - `, then the app's name; without a title the name alone (product-spec 1). */
export function pageMeta(matches: { id: string; data: unknown }[], title?: string | null): MetaDescriptor[] {
  const root = matches.find((match) => match.id === rootRouteId)?.data as RootData | undefined
  const name = root?.app.name ?? "Salon"
  return [{ title: title ? `${title} - ${name}` : name }]
}
