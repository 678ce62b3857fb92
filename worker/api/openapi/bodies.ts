import type * as z from "zod"

/** Returns a required JSON body, for the `body` of a route's `request`. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { "application/json": { schema } },
})

/** Returns the schema with these descriptions on its fields, for the document alone: it validates as before. */
export function describeFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  descriptions: { [Field in keyof Shape]?: string },
): z.ZodObject<Shape> {
  const described = Object.entries(descriptions).map(([field, description]) => {
    const type = schema.shape[field] as unknown as z.ZodType
    return [field, type.meta({ ...type.meta(), description: description as string })]
  })
  return schema.safeExtend(Object.fromEntries(described)) as unknown as z.ZodObject<Shape>
}
