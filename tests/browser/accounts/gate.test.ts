import { accessKey } from "../addresses"
import { expect, test } from "../test"

test.use({ storageState: { cookies: [], origins: [] } })

test("the right access key opens the requested page, and is removed from the address", async ({ page }) => {
  await page.goto(`/escorts?city=paris&password=${accessKey}`)
  await page.getByRole("button", { name: "18" }).click()
  await expect(page.getByRole("heading", { name: "Profiles in Paris", level: 1 })).toBeVisible()
  expect(new URL(page.url()).search).toBe("?city=paris")
  await page.goBack()
  expect(page.url(), "what history keeps of the way in").not.toContain(accessKey)
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
