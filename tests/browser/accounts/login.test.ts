import type { Page } from "@playwright/test"
import { origins } from "../addresses"
import {
  accountOf,
  expect,
  hydrated,
  isSameDocument,
  latch,
  login,
  markDocument,
  open,
  sendCredentials,
  test,
  withMotion,
} from "../test"

test.use(withMotion)

const loginLink = (page: Page, name = "Log in") => page.getByRole("banner").getByRole("link", { name })
const accountButton = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Your account" })
const logins = (request: { method(): string; url(): string }) =>
  request.method() === "POST" && new URL(request.url()).pathname.startsWith("/auth/login")

test.describe("The login dialog", () => {
  test("the login dialog opens by mouse, takes the focus, and returns it on closing", async ({ page }) => {
    await open(page, "/")
    await loginLink(page).click()
    const dialog = page.getByRole("dialog", { name: "Welcome back" })
    await expect(dialog).toBeVisible()
    await expect(dialog.getByLabel(/^E-?mail$/)).toBeFocused()
    await dialog.getByRole("button", { name: "Close" }).click()
    await expect(dialog).toBeHidden()
    await expect(loginLink(page)).toBeFocused()
    await expect(page).toHaveURL(/\/$/)
  })

  test("the login dialog opens by keyboard, traps Tab, and closes on Esc", async ({ page }) => {
    await open(page, "/")
    await loginLink(page).focus()
    await page.keyboard.press("Enter")
    const dialog = page.getByRole("dialog", { name: "Welcome back" })
    await expect(dialog.getByLabel(/^E-?mail$/)).toBeFocused()
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press("Tab")
      // After the last control the browser's own bar has its turn: then nothing of the page has the focus.
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        return element === document.body || element?.closest("dialog") ? "inside" : element?.outerHTML
      })
      expect(focused).toBe("inside")
    }
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(loginLink(page)).toBeFocused()
  })

  test("the login dialog closes on a press on the backdrop, but not if the press began inside", async ({ page }) => {
    await open(page, "/")
    await loginLink(page).click()
    const dialog = page.getByRole("dialog", { name: "Welcome back" })
    const email = dialog.getByLabel(/^E-?mail$/)
    await email.fill("ada@example.org")
    await email.hover()
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    // The attribute is removed at once, the dialog disappears only as it fades.
    await expect(dialog).toHaveAttribute("open")
    await expect(email).toHaveValue("ada@example.org")
    await page.mouse.click(5, 5)
    await expect(dialog).toBeHidden()
  })

  for (const [language, link, message] of [
    ["en", "Log in", "Invalid credentials"],
    ["fr", "Se connecter", "Identifiants incorrects"],
  ] as const) {
    test.describe(`In ${language}`, () => {
      test.use({ language })

      test("a wrong password is reported beside the form and in a red toast, and the e-mail stays", async ({
        page,
        faults,
      }) => {
        faults.expect(/^401 POST \/auth\/login\.data/)
        await open(page, "/")
        await loginLink(page, link).click()
        const dialog = page.getByRole("dialog")
        const email = `nobody-${language}@example.org`
        await sendCredentials(dialog, { email, password: "wrong" })
        await expect(dialog.getByText(message, { exact: true })).toBeVisible()
        await expect(dialog.getByLabel(/^E-?mail$/)).toHaveValue(email)

        const toast = page.getByRole("region", { name: /^(Notices|Avis)$/ }).getByRole("listitem")
        await expect(toast).toHaveCount(1)
        await expect(toast.getByRole("status")).toHaveText(message)
        const red = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--bad"))
        await expect(toast.locator("svg").first()).toHaveCSS("color", rgb(red))
        await expect(dialog).toBeVisible()
      })
    })
  }

  test("a login in the dialog closes it, stays on the page and shows the account menu", async ({ page }) => {
    await open(page, "/escorts")
    await markDocument(page)
    await loginLink(page).click()
    await sendCredentials(page.getByRole("dialog"), accountOf("member"))
    await expect(page.getByRole("dialog")).toBeHidden()
    await expect(page).toHaveURL(/\/escorts$/)
    await expect(loginLink(page)).toHaveCount(0)
    await accountButton(page).click()
    await expect(page.getByRole("menu", { name: "Your account" })).toBeVisible()
    await expect(page.getByRole("menuitem", { name: "My account" })).toBeVisible()
    await expect(page.getByRole("menuitem", { name: "Back office" })).toHaveCount(0)
    expect(await isSameDocument(page)).toBe(true)
  })

  test("a double press of the login sends it once, on a slow phone, too", async ({ page, faults }) => {
    faults.expect(/^401 POST \/auth\/login\.data/)
    await open(page, "/")
    await loginLink(page).click()
    const dialog = page.getByRole("dialog")
    await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: 6 })
    const release = latch()
    await page.route("**/auth/login.data*", async (route) => {
      await release.opened
      await route.continue()
    })
    let sent = 0
    page.on("request", (request) => {
      if (logins(request)) sent++
    })
    await dialog.getByLabel(/^E-?mail$/).fill("twice@example.org")
    await dialog.getByLabel("Password", { exact: true }).fill("wrong")
    const submit = dialog.getByRole("button", { name: "Log in", exact: true })
    await submit.dblclick()
    await dialog.getByLabel("Password", { exact: true }).press("Enter")
    release.open()
    await expect(dialog.getByText("Invalid credentials", { exact: true })).toBeVisible()
    expect(sent).toBe(1)
  })

  test("the login dialog shows a problem beside its field, and focuses the first one", async ({ page, faults }) => {
    faults.expect(/^422 POST \/auth\/login\.data/)
    await open(page, "/")
    await loginLink(page).click()
    const dialog = page.getByRole("dialog")
    await sendCredentials(dialog, { email: "ada", password: "" })
    const email = dialog.getByLabel(/^E-?mail$/)
    await expect(email).toHaveAccessibleDescription("Enter a full email address, such as name@example.org.")
    await expect(email).toHaveAttribute("aria-invalid", "true")
    await expect(email).toBeFocused()
    const password = dialog.getByLabel("Password", { exact: true })
    await expect(password).toHaveAccessibleDescription("This field is required.")

    await sendCredentials(dialog, { email: "ada@example.org", password: "" })
    await expect(email).not.toHaveAttribute("aria-invalid")
    await expect(password).toBeFocused()
  })
})

test.describe("The login page", () => {
  test("the login page shows a problem beside its field, and focuses the first one", async ({ page, faults }) => {
    faults.expect(/^422 POST \/auth\/login\.data/)
    await open(page, "/auth/login")
    await sendCredentials(page, { email: "", password: "" })
    const email = page.getByLabel(/^E-?mail$/)
    await expect(email).toHaveAccessibleDescription(/^(This field is required|Enter a full email address)/)
    await expect(email).toBeFocused()
  })
})

test("logging out loads home as a new document and leaves nothing behind", async ({ page }) => {
  await login(page, "member")
  await hydrated(page)
  await markDocument(page)
  await accountButton(page).click()
  await page.getByRole("menuitem", { name: "Log out" }).press("Enter")
  await expect(page).toHaveURL(`${origins.en}/`)
  await expect(loginLink(page)).toBeVisible()
  expect(await isSameDocument(page)).toBe(false)

  const { name, email } = accountOf("member")
  for (let steps = 0; steps < 2; steps++) {
    await page.goBack()
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
    await expect(page.getByText(email)).toHaveCount(0)
  }
  await page.goto("/profile")
  await expect(page).toHaveURL(/\/auth\/login$/)
})

test("the administrator reaches the back office by the account menu", async ({ page, signIn }) => {
  await signIn("admin")
  await open(page, "/profile")
  await accountButton(page).click()
  await page.getByRole("menuitem", { name: "Back office" }).press("Enter")
  await expect(page).toHaveURL(/\/dashboard\/admin$/)
  await expect(page).toHaveTitle("Dashboard - Salon")
})

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false })

  test("a member without script logs in and out", async ({ page, faults }) => {
    faults.expect("401 POST /auth/login")
    await page.goto("/")
    await loginLink(page).click()
    await expect(page).toHaveURL(/\/auth\/login\?back=%2F$/)
    await sendCredentials(page, { email: "plain@example.org", password: "wrong" })
    await expect(page.getByText("Invalid credentials", { exact: true })).toBeVisible()
    await expect(page.getByLabel(/^E-?mail$/)).toHaveValue("plain@example.org")

    await sendCredentials(page, accountOf("premium"))
    await expect(page).toHaveURL(`${origins.en}/`)
    await accountButton(page).click()
    await page.getByRole("menuitem", { name: "Log out" }).press("Enter")
    await expect(page).toHaveURL(`${origins.en}/`)
    await expect(loginLink(page)).toBeVisible()
    await page.goto("/profile")
    await expect(page).toHaveURL(/\/auth\/login$/)
  })
})

/** Converts `#c10007` to the form of a computed style. */
function rgb(hex: string): string {
  const [red, green, blue] = (hex.match(/[\da-f]{2}/gi) ?? []).map((part) => Number.parseInt(part, 16))
  return `rgb(${red}, ${green}, ${blue})`
}
