import AxeBuilder from "@axe-core/playwright"
import { expect } from "@playwright/test"
import { ask, meetPair, openLive } from "../chat-people"
import { test } from "../test"

test.describe.configure({ mode: "default" })

test("an owner inserts a template into a message, which is not sent, and reads the statistics", async ({
  browser,
  passes,
}) => {
  const { asker, owner, path } = await meetPair(browser, passes, "templates")
  await ask(owner, "POST", "/me/templates", { title: "Greeting", body: "Good evening, {name}!" })
  await openLive(owner, path)
  const field = owner.getByRole("textbox")
  await field.fill("Before. ")
  await owner.getByRole("button", { name: "Insert a template" }).press("Enter")
  await owner.getByRole("menuitem", { name: "Greeting" }).press("Enter")
  await expect(field).toHaveValue(/^Before\. Good evening, [^{}]+!$/)
  await expect(field).toBeFocused()
  await expect(owner.getByRole("log").getByText("Good evening")).toHaveCount(0)
  await openLive(asker, path)
  await expect(asker.getByRole("textbox")).toBeVisible()
  await expect(asker.getByRole("button", { name: "Insert a template" })).toHaveCount(0)

  for (const page of ["answers", "statistics"]) {
    await owner.goto(`/profile/escort/${page}`)
    await expect(owner.getByRole("heading", { level: 1 })).toBeVisible()
    const { violations } = await new AxeBuilder({ page: owner }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  }
})
