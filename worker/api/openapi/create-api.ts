import { OpenAPIHono } from "@hono/zod-openapi"
import { AppError } from "~/lib/errors"
import { fieldProblems } from "~/lib/field-problems"
import type { AppEnv } from "../../env"

/** Creates an empty part of the API, which responds to invalid input with a 422 that names the fields. */
export function createApi() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw new AppError("validation.failed", { fields: fieldProblems(result.error) })
    },
  })
}
