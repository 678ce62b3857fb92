// Runs on any Node: nothing here may need a newer one.
const oldest = "20.12"

const [major, minor] = process.versions.node.split(".").map(Number)
const [oldestMajor, oldestMinor] = oldest.split(".").map(Number)
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `Salon needs Node ${oldest} or newer, and this is ${process.versions.node}. Install one from https://nodejs.org.`,
  )
  process.exit(1)
}
