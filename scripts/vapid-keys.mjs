import { generateKeyPairSync } from "node:crypto"

// Generates the key pair by which push services identify a deployment (RFC 8292): `node scripts/vapid-keys.mjs`.

const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
const { x, y, d } = privateKey.export({ format: "jwk" })
const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")])
console.log(`VAPID_PUBLIC_KEY = "${point.toString("base64url")}"`)
console.log(`VAPID_PRIVATE_KEY = "${d}"`)
