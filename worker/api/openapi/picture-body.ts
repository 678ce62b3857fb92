import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { type PictureType, pictureTypes } from "~/domain/media/pictures/picture-type"
import { AppError } from "~/lib/errors"
import type { FieldProblem } from "~/lib/field-problems"
import type { AppContext } from "../../env"

/** Not a zod schema: the body is read whole and judged by its bytes. */
const binary = { type: "string", format: "binary" } as const

/** Returns a route's request body: the picture itself, or a form with it in `field`. */
export function pictureBody(field: string, types: readonly PictureType[] = pictureTypes) {
  return {
    required: true,
    content: {
      ...Object.fromEntries(types.map((type) => [type, { schema: binary }])),
      "multipart/form-data": {
        schema: { type: "object" as const, properties: { [field]: binary }, required: [field] },
      },
    },
  }
}

/** Allowance for the form around the picture. */
const formBytes = 64 * 1024

/** Limits the body's size: reading stops at the limit. */
export function limitPicture(
  field: string,
  maxBytes: number,
  problem: FieldProblem = "picture_size",
): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes + formBytes,
    onError: () => {
      throw new AppError("validation.failed", { fields: { [field]: [problem] } })
    },
  })
}

export async function readPicture(c: AppContext, field: string): Promise<Uint8Array<ArrayBuffer>> {
  if (!/^multipart\/form-data\b/i.test(c.req.header("Content-Type") ?? "")) {
    return new Uint8Array(await c.req.arrayBuffer())
  }
  const file = await c.req
    .formData()
    .then((form) => form.get(field))
    .catch((cause) => {
      throw new AppError("request.malformed", { cause })
    })
  if (file instanceof File) return new Uint8Array(await file.arrayBuffer())
  throw new AppError("validation.failed", { fields: { [field]: ["picture_missing"] } })
}
