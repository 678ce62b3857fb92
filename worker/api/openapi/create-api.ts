import { OpenAPIHono } from "@hono/zod-openapi"
import { AppError } from "~/lib/errors"
import { fieldProblems } from "~/lib/field-problems"
import type { AppEnv } from "../../env"

/** An empty part of the API, where what does not fit its schema is a 422 that names the fields. */
export function createApi() {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success) throw new AppError("validation.failed", { fields: fieldProblems(result.error) })
    },
  })
}
