/**
 * Runs work that takes a while, and says so: on a terminal with the seconds that it has taken, else in one line at its
 * begin. Returns what the work returns.
 */
export async function withProgress(what, work) {
  const { stdout } = process
  if (!stdout.isTTY) {
    console.log(`${what} …`)
    return work()
  }
  const startedAt = Date.now()
  const show = (end) => stdout.write(`\r${what} … ${Math.round((Date.now() - startedAt) / 1000)} s${end}`)
  show("")
  const timer = setInterval(show, 1_000, "")
  try {
    return await work()
  } finally {
    clearInterval(timer)
    show("\n")
  }
}
