import { beforeAll, describe, expect, test } from "vitest"
import { fetchApp, withAccess } from "../../helpers/app"
import { insertCategory, insertCity, insertService } from "../../helpers/rows"
import { asStaff, type Caller } from "./people"

let editor: Caller
beforeAll(async () => {
  editor = await asStaff("editor")
})

/** Gives a record of the catalog another slug. */
async function rename(resource: string, id: string, slug: string): Promise<void> {
  const { body } = await editor.call("GET", `/${resource}/${id}`)
  const values = { ...body.values, slug, ...(resource === "cities" && { region_slug: "r" }) }
  expect((await editor.call("PUT", `/${resource}/${id}`, { version: body.version, values })).status).toBe(200)
}

const open = async (path: string) => fetchApp(path, await withAccess({ redirect: "manual" }))

describe("an address of the listing with former slugs", () => {
  test("leads in one redirect to all present ones, and keeps its other parameters", async () => {
    const [city, category] = [await insertCity(), await insertCategory()]
    const service = await insertService({ categoryId: category.id })
    await rename("cities", city.id, `${city.slug}-now`)
    await rename("service-categories", category.id, `${category.slug}-now`)
    await rename("services", service.id, `${service.slug}-now`)
    const response = await open(
      `/escorts?category=${category.slug}&city=${city.slug}&service=${service.slug}&sort=price-up`,
    )
    expect(response.status).toBe(301)
    const to = response.headers.get("Location") ?? ""
    expect(Object.fromEntries(new URL(to, "http://en.localhost").searchParams)).toEqual({
      city: `${city.slug}-now`,
      category: `${category.slug}-now`,
      service: `${service.slug}-now`,
      sort: "price-up",
    })
    expect((await open(to)).status).toBe(200)
  })

  test("leads to the present slug of a record that was renamed twice", async () => {
    const category = await insertCategory()
    await rename("service-categories", category.id, `${category.slug}-then`)
    await rename("service-categories", category.id, `${category.slug}-now`)
    for (const slug of [category.slug, `${category.slug}-then`])
      expect((await open(`/escorts?category=${slug}`)).headers.get("Location")).toBe(
        `/escorts?category=${category.slug}-now`,
      )
  })

  test("leaves a part alone whose slug another record has by now", async () => {
    const [city, category] = [await insertCity(), await insertCategory()]
    await rename("cities", city.id, `${city.slug}-now`)
    await rename("service-categories", category.id, `${category.slug}-now`)
    await insertCity({ slug: city.slug })
    const to = (await open(`/escorts?category=${category.slug}&city=${city.slug}`)).headers.get("Location") ?? ""
    expect(new URL(to, "http://en.localhost").searchParams.get("city")).toBe(city.slug)
    expect((await open(to)).status).toBe(200)
  })

  test("is not redirected for a slug that no record ever had", async () => {
    expect((await open("/escorts?category=no-such&city=nowhere")).status).toBe(404)
  })
})
