import { chromium } from "@playwright/test"

const [, , port, email, password, out] = process.argv
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" })
const context = await browser.newContext()
const page = await context.newPage()
for (const l of ["en", "fr"]) {
  const base = `http://${l}.localhost:${port}`
  await page.goto(`${base}/?password=open-sesame`)
  await page.goto(`${base}/auth/login`)
  await page.fill("input[name=email]", email)
  await page.fill("input[name=password]", password)
  await Promise.all([
    page.waitForURL(/profile|dashboard/),
    page.click("form button[type=submit]:not([name])").catch(() => page.press("input[name=password]", "Enter")),
  ])
}
await context.storageState({ path: out })
await browser.close()
