// Written by scripts/resource-index.ts at each build: one line for each file of this folder.
export * from "./audit.server"
export * from "./cities.server"
export * from "./faqs.server"
export * from "./pages.server"
export * from "./profiles.server"
export * from "./service-categories.server"
export * from "./services.server"
export * from "./users.server"
