import type { Resources } from "./resources.server"

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common"
    resources: Resources
  }
}
