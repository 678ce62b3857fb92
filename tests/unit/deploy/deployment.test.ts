import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { type Deployment, deployedConfig, readDeployment, readWranglerConfig } from "../../../scripts/deploy/deployment"
import { domainsOnPort, problemsOf } from "../../../scripts/lib/settings"

const folder = mkdtempSync(join(tmpdir(), "salon-deployment-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const example = readFileSync("deployment.example.toml", "utf8")
const id = "11111111-1111-4111-8111-111111111111"
const filledIn = example.replace(/database_id = ".*"/, `database_id = "${id}"`)

function read(text: string) {
  const file = join(folder, "deployment.toml")
  writeFileSync(file, text)
  return readDeployment(file)
}

describe("deployment.toml", () => {
  test("the example is complete but for the database, which it names", () => {
    expect(() => read(example)).toThrow(/^deployment\.toml is not complete:\n {2}database_id: is the local database's/)
    expect(read(filledIn)).toMatchObject({ jurisdiction: "eu", database_id: id, edition: "eu", siteName: "Salon" })
  })

  test.each([
    ["a missing jurisdiction", filledIn.replace('jurisdiction = "eu"', ""), /jurisdiction: must be "eu" or "none"/],
    ["an unknown jurisdiction", filledIn.replace('n = "eu"', 'n = "mars"'), /jurisdiction: must be "eu" or "none"/],
    [
      "a database that is no id",
      example.replace(/database_id = ".*"/, 'database_id = "salon"'),
      /database_id: must be/,
    ],
    ["a setting outside [vars]", `APP_NAME = "Salon"\n${filledIn}`, /Unrecognized key: "APP_NAME"/],
    [
      "an unknown region",
      filledIn.replace('location = "weur"', 'location = "mars"'),
      /location: must be one of wnam, /,
    ],
    [
      "a region outside the jurisdiction",
      filledIn.replace('location = "weur"', 'location = "enam"'),
      /location: is not in the jurisdiction/,
    ],
    ["broken TOML", "jurisdiction = eu", /deployment\.toml: /],
  ])("%s is refused, and says so", (_, text, problem) => {
    expect(() => read(text)).toThrow(problem)
  })

  test("a missing file says what to copy", () => {
    expect(() => readDeployment(join(folder, "none.toml"))).toThrow("Copy deployment.example.toml")
  })
})

describe("wrangler's configuration of a deployment", () => {
  const configOf = (text: string) => deployedConfig(readWranglerConfig(), read(text))

  test("keeps everything in the jurisdiction: bucket and objects, with the deployment's own database", () => {
    const config = configOf(filledIn)
    expect(config.r2_buckets).toEqual([expect.objectContaining({ binding: "MEDIA", jurisdiction: "eu" })])
    expect(config.vars).toMatchObject({ APP_ENV: "production", DATA_JURISDICTION: "eu" })
    expect(config.d1_databases).toEqual([expect.objectContaining({ binding: "DB", database_id: id })])
  })

  test("creates objects near the region that it names, western Europe by default", () => {
    const places = [
      [filledIn.replace('location = "weur"', 'location = "eeur"'), "eeur"],
      [filledIn.replace('location = "weur"', ""), "weur"],
      [
        filledIn
          .replace('jurisdiction = "eu"', 'jurisdiction = "none"')
          .replace('location = "weur"', 'location = "oc"'),
        "oc",
      ],
    ] as const
    for (const [text, place] of places) expect(configOf(text).vars.OBJECT_LOCATION).toBe(place)
  })

  test("names no jurisdiction where there is none", () => {
    const config = configOf(filledIn.replace('jurisdiction = "eu"', 'jurisdiction = "none"'))
    expect(config.r2_buckets).toEqual([expect.not.objectContaining({ jurisdiction: expect.anything() })])
    expect(config.vars.DATA_JURISDICTION).toBe("")
  })

  test("answers on the languages' domains alone", () => {
    expect(configOf(filledIn)).toMatchObject({
      workers_dev: false,
      preview_urls: false,
      routes: [
        { pattern: "salon.example", custom_domain: true },
        { pattern: "fr.salon.example", custom_domain: true },
      ],
    })
  })

  test("takes its languages as the JSON of .dev.vars too", () => {
    const vars = {
      LOCALE_DOMAINS: '[{"code":"en","domain":"salon.example"},{"code":"fr","domain":"http://fr.example"}]',
    }
    const { routes } = deployedConfig(readWranglerConfig(), {
      jurisdiction: "none",
      location: "weur",
      database_id: id,
      vars,
    })
    expect(routes).toEqual([
      { pattern: "salon.example", custom_domain: true },
      { pattern: "fr.example", custom_domain: true },
    ])
  })

  test("cannot be made of languages that are no list", () => {
    expect(() => read(filledIn.replace(/LOCALE_DOMAINS = \[[\s\S]*?\n\]/, 'LOCALE_DOMAINS = "[salon"'))).toThrow(
      "vars.LOCALE_DOMAINS: ",
    )
  })

  test("has the settings of wrangler.toml that it does not name", () => {
    const { vars } = configOf(filledIn.replace(/MAIL_ADAPTER = .*/, ""))
    expect(vars.MAIL_ADAPTER).toBe(readWranglerConfig().vars.MAIL_ADAPTER)
  })

  test("answers on its only address without domains of languages", () => {
    const vars = { APP_ORIGIN: "https://salon.example" }
    const one = { jurisdiction: "none", location: "weur", database_id: id, vars } as Deployment
    expect(deployedConfig(readWranglerConfig(), one).routes).toEqual([
      { pattern: "salon.example", custom_domain: true },
    ])
  })

  test("binds Workers AI where it is the translator, and nowhere else", () => {
    expect(configOf(`${filledIn}\nTRANSLATOR = "workers-ai"\n`).ai).toEqual({ binding: "AI" })
    for (const text of [filledIn, `${filledIn}\nTRANSLATOR = "none"\n`]) expect(configOf(text)).not.toHaveProperty("ai")
  })

  test("cannot be anything but production", () => {
    expect(configOf(`${filledIn}\nAPP_ENV = "development"\n`).vars.APP_ENV).toBe("production")
  })

  test("leaves wrangler.toml the local one", () => {
    expect(readWranglerConfig().d1_databases).toEqual([
      expect.objectContaining({ database_id: "00000000-0000-0000-0000-000000000000" }),
    ])
  })
})

describe("the settings of a machine", () => {
  test("are checked as the Worker checks them, each wrong one by name", async () => {
    const right = { APP_ENV: "development", MAIL_ADAPTER: "mailbox", MAIL_FROM: "Salon <post@salon.example>" }
    expect(await problemsOf(right)).toEqual([])
    const problems = await problemsOf({ ...right, ACCESS_KEY: "short", PRIMARY_COLOR: "blue" })
    expect(problems).toEqual([expect.stringMatching(/^ACCESS_KEY: /), expect.stringMatching(/^PRIMARY_COLOR: /)])
  })

  test("are those of another port for a second server", () => {
    expect(domainsOnPort('[{"domain":"http://en.localhost:8787"},{"domain":"https://salon.example"}]', 9000)).toBe(
      '[{"domain":"http://en.localhost:9000"},{"domain":"https://salon.example"}]',
    )
  })
})
