import ts from "typescript"
import { describe, expect, test } from "vitest"
import { filesOf, nodesOf, parse, textOf } from "./helpers/sources"

/** Names of values that programs make, or compare byte by byte: nobody reads them as text. */
const machineValues = new Set([
  "id",
  "Id",
  "ids",
  "TemplateId",
  "ClientId",
  "client_id",
  "SaveId",
  "BackupId",
  "Period",
  "assignee_id",
  "key",
  "cursor",
  "after",
  "token",
  "secret",
  "Challenge",
  "CaptchaToken",
  "signup",
  "e",
  "s",
  "version",
  "versions",
  "alt_version",
  "change",
  "hash",
  "month",
  "session",
  "user",
  "user_id",
  "profile",
  "proposal",
  "proposals",
  "people",
  "picture",
  "video",
  "photo",
  "target",
  "list",
  "field",
  "sort",
  "Slug",
  "Slugs",
  "slug",
  "CatalogSlug",
  "city",
  "category",
  "language",
  "base64url",
  "PasskeyField",
  "endpoint",
  "TimeZone",
  "TimeOfDay",
  "CropText",
  "Amount",
  "back",
  "price",
  "reference",
  "socket_id",
  "channel_name",
  "plan",
  "revision",
  // Secrets, which are hashed as they are typed.
  "password",
  "present_password",
  "NewPassword",
  // A honeypot, which people do not see.
  "website",
])

/** Places whose name says nothing: what each is. */
const machinePlaces = new Map([
  ["app/domain/privacy/erasure.server.ts name", "the stored cursor"],
  ["app/domain/privacy/erasure.server.ts place", "the stored cursor"],
  [
    "app/domain/profiles/calendar/feeds/schema.ts address",
    "an address of the web, parsed and checked before it is requested",
  ],
  ["app/domain/back-office/audit/schema.ts word", "ids, and names of actions"],
  ["app/domain/core/audit/schema.ts word", "names of actions, and ids"],
  ["app/domain/back-office/records/imports/import.server.ts names", "names of columns"],
  ["app/domain/back-office/records/imports/import.server.ts cells", "parsed by the schema of the resource's form"],
  ["app/routes/back-office/records/resource-import.tsx rows", "JSON, parsed by the service"],
  ["app/domain/back-office/records/records/values.ts schemaOf", "slugs, ids and amounts"],
  ["app/domain/profiles/saved-searches/schema.ts query", "the query of a list, each value parsed by its filter"],
  ["app/domain/core/settings/registry.ts schema", "keys of providers"],
  ["app/domain/core/settings/registry.ts result", "a digest or a sealed secret"],
  ["app/domain/core/settings/schema.ts value", "parsed by the schema of its setting"],
  ["app/routes/back-office/settings/setting-group.tsx save", "parsed by the schema of its setting"],
])

/** Formats of the deployment's own files and providers, which no person fills in. */
const isOwnFormat = (file: string) => /^app\/domain\/(operations\/backup|mail|notifications\/unsubscribe)/.test(file)

/** The one type, and e-mail addresses, which have rules of their own. */
const typesOfText = ["app/domain/core/shared/text.ts", "app/domain/core/shared/email.ts"]

const isPlainString = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.expression.getText() === "z" &&
  ["string", "email"].includes(node.expression.name.text)

/** Returns what a schema is called: the property, constant or function around it. */
function nameAround(node: ts.Node): string {
  for (let one: ts.Node | undefined = node.parent; one; one = one.parent) {
    if (ts.isPropertyAssignment(one) || ts.isVariableDeclaration(one)) return one.name.getText()
    if (ts.isFunctionDeclaration(one) && one.name) return one.name.getText()
  }
  return ""
}

/** Whether a schema of the API describes a request: what it responds is not written by anybody then. */
function isOfRequest(node: ts.Node): boolean {
  for (let one: ts.Node | undefined = node.parent; one; one = one.parent) {
    if (ts.isPropertyAssignment(one) && one.name.getText() === "request") return true
    if (ts.isCallExpression(one) && one.expression.getText() === "jsonBody") return true
  }
  return false
}

/** Returns the plain strings of files. Only those that mention one are parsed. */
function plainStrings(files: string[]) {
  return files
    .filter((file) => /\bz\s*\.(string|email)\b/.test(textOf(file)))
    .flatMap((file) => [...nodesOf(parse(file))].filter(isPlainString).map((node) => ({ file, node })))
    .map(({ file, node }) => ({ node, name: nameAround(node), place: `${file} ${nameAround(node)}` }))
}

function bareStrings(files: string[], isMeant: (node: ts.Node) => boolean): string[] {
  return plainStrings(files)
    .filter(({ node, name, place }) => isMeant(node) && !machineValues.has(name) && !machinePlaces.has(place))
    .map(({ place }) => place)
}

describe("a text that a person writes", () => {
  const schemas = filesOf("app/{domain,features,routes,remix}/**/*.{ts,tsx}").filter(
    (file) => !typesOfText.includes(file) && !isOwnFormat(file),
  )

  test("the schemas of forms and of the domain have no bare z.string() for it, but the one type", () => {
    expect(schemas.length).toBeGreaterThan(300)
    expect(
      bareStrings(schemas, () => true),
      "Use lineText, multilineText or a draft of app/domain/core/shared/text.ts",
    ).toEqual([])
  })

  test("the requests of the API have no bare z.string() for it, but the one type", () => {
    const api = filesOf("worker/api/**/*.ts")
    expect(api.length).toBeGreaterThan(40)
    expect(
      bareStrings(api, isOfRequest),
      "Use lineText, multilineText or a draft of app/domain/core/shared/text.ts",
    ).toEqual([])
  })

  test("each place that is named here exists", () => {
    const places = plainStrings(schemas).map(({ place }) => place)
    expect([...machinePlaces.keys()].filter((place) => !places.includes(place))).toEqual([])
  })
})
