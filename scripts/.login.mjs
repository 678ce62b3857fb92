import { chromium } from "@playwright/test"

const [email, password, file] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })
const context = await browser.newContext()
for (const base of ["http://en.localhost:8861", "http://fr.localhost:8861"]) {
  const page = await context.newPage()
  await page.goto(`${base}/?password=open-sesame`)
  await page.goto(`${base}/auth/login`)
  await page
    .getByLabel(/^E-?mail$/)
    .first()
    .fill(email)
  await page
    .getByLabel(/^(Password|Mot de passe)$/)
    .first()
    .fill(password)
  await page
    .getByRole("button", { name: /^(Log in|Se connecter)$/ })
    .last()
    .click()
  await page.waitForURL(/profile/)
}
await context.storageState({ path: file })
await browser.close()
