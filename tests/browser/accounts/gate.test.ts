import { accessKey } from "../addresses"
import { expect, test } from "../test"

test.use({ storageState: { cookies: [], origins: [] } })

test("a visitor without the access key reads the refusal and nothing else", async ({ page, faults }) => {
  faults.expect("403 GET /escorts?city=paris")
  const response = await page.goto("/escorts?city=paris")
  expect(response?.status()).toBe(403)
  await expect(page.getByRole("heading", { name: "Access Denied.", level: 1 })).toBeVisible()
  expect((await page.locator("body").innerText()).trim()).toBe("Access Denied.")
  await expect(page.locator("script, link, img, a, form")).toHaveCount(0)
  expect(await page.context().cookies(), "cookies of a refused visitor").toEqual([])
})

test("the right access key opens the requested page, and is removed from the address", async ({ page }) => {
  await page.goto(`/escorts?city=paris&password=${accessKey}`)
  await page.getByRole("button", { name: "18" }).click()
  await expect(page.getByRole("heading", { name: "Profiles in Paris", level: 1 })).toBeVisible()
  expect(new URL(page.url()).search).toBe("?city=paris")
  await page.goBack()
  expect(page.url(), "what history keeps of the way in").not.toContain(accessKey)
})

test("a wrong access key is refused like a missing one", async ({ page, faults }) => {
  faults.expect("403 GET /?password=browser-tests-kez")
  const response = await page.goto("/?password=browser-tests-kez")
  expect(response?.status()).toBe(403)
  expect((await page.locator("body").innerText()).trim()).toBe("Access Denied.")
})

test("the access pass outlives the closed browser, and scripts cannot read it", async ({ page, browser, baseURL }) => {
  await page.goto(`/?password=${accessKey}`)
  const cookies = await page.context().cookies()
  const pass = cookies.find(({ name }) => name === "__Host-salon_access")
  expect(pass).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" })
  expect(pass?.value, "the cookie does not give the value away").not.toContain(accessKey)

  const lasting = cookies.filter(({ expires }) => expires > 0)
  const later = await browser.newContext({ baseURL, storageState: { cookies: lasting, origins: [] } })
  const response = await (await later.newPage()).goto("/escorts")
  expect(response?.status()).toBe(200)
  await later.close()
})

for (const path of ["/escorts.data", "/_root.data", "/__manifest?p=%2Fescorts&version=0", "/api/docs", "/nowhere"]) {
  test(`a direct request for ${path} without the access key is refused as well`, async ({ page, faults }) => {
    faults.expect(`403 GET ${path}`)
    const response = await page.goto(path)
    expect(response?.status()).toBe(403)
    expect(await response?.text()).toContain("Access Denied.")
    expect(await response?.text()).not.toMatch(/Paris|escorts|listing/)
  })
}
