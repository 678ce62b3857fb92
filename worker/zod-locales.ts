/**
 * Stands for zod's index of its fifty languages in the Worker's bundle, a sixth of it: problems are codes here, worded by us (app/i18n).
 * `@hono/zod-openapi` exports the whole of zod, so that nothing of it is shaken off.
 */
export { default as en } from "zod/v4/locales/en.js"
