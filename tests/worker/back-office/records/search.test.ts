import { expect, test } from "vitest"
import { resources } from "~/domain/back-office/records/registry.server"
import { insertStaffMember } from "../../helpers/member"

const searched = resources.filter(({ search }) => search !== undefined).map(({ name }) => name)

test.each(searched)("the resource %s is searched for what people type", async (name) => {
  const owner = await insertStaffMember("owner")
  for (const typed of ["Équipe", "a", "50%_\\", '"'])
    expect([typed, (await owner.call("GET", `/admin/${name}?q=${encodeURIComponent(typed)}`)).status]).toEqual([
      typed,
      200,
    ])
})
