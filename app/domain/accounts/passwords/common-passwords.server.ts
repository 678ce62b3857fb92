import words from "./common-passwords.json" with { type: "json" }

/**
 * The 3,000 most common passwords of eight characters or more, in lower case, as ranked in leaked collections (zxcvbn's
 * frequency list). New passwords must not be one of these.
 */
export const commonPasswords: ReadonlySet<string> = new Set(words)
