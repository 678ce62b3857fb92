/** The end of a save. `offline`: nobody has received it, and it is sent again; `left`: it leads to another page. */
export type SaveEnd = "saved" | "refused" | "offline" | "left"

interface Saver {
  /** Reads what is chosen now, as a text. */
  read: () => string
  send: (choices: string) => Promise<SaveEnd>
  putBack: (choices: string) => void
  /** Called at the end of a save, unless another one follows at once. */
  ended: (end: SaveEnd) => void
}

/**
 * Saves choices one after another: what changes while one save is under way is sent after it, and the last state wins.
 * A refused save puts back what was stored last. `stored` is what the server has at first.
 */
export function createChoiceSaver(stored: string, { read, send, putBack, ended }: Saver) {
  let isRunning = false
  let known = stored

  async function save(): Promise<void> {
    if (isRunning) return
    isRunning = true
    let end: SaveEnd
    let sent: string
    do {
      sent = read()
      end = await send(sent)
      if (end === "saved") known = sent
    } while ((end === "saved" || end === "refused") && read() !== sent)
    isRunning = false
    if (end === "refused") putBack(known)
    ended(end)
  }

  return { save, hasUnsaved: () => read() !== known }
}
