import { ask, meetPair, openLive } from "../chat-people"
import { axe, expect, test } from "../test"

test.describe.configure({ mode: "default" })

test("an owner inserts a template into a message, which is not sent, and reads the statistics", async ({
  browser,
  passes,
}) => {
  const { requester, owner, path } = await meetPair(browser, passes, "templates")
  const title = `Thanks ${Date.now()}`
  await ask(owner, { method: "POST", path: "/me/templates", body: { title, body: "Many thanks, {name}!" } })
  await openLive(owner, path)
  const field = owner.getByRole("textbox")
  await field.fill("Before. ")
  await owner.getByRole("button", { name: "Insérer un modèle" }).press("Enter")
  await owner.getByRole("menuitem", { name: title }).press("Enter")
  await expect(field).toHaveValue(/^Before\. Many thanks, [^{}]+!$/)
  await expect(field).toBeFocused()
  await expect(owner.getByRole("log").getByText("Many thanks")).toHaveCount(0)
  await openLive(requester, path)
  await expect(requester.getByRole("textbox")).toBeVisible()
  await expect(requester.getByRole("button", { name: "Insert a template" })).toHaveCount(0)

  for (const page of ["answers", "statistics"]) {
    await owner.goto(`/profile/escort/${page}`)
    await expect(owner.getByRole("heading", { level: 1 })).toBeVisible()
    expect(await axe(owner)).toEqual([])
  }
})
