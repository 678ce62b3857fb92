import { describe, expect, test } from "vitest"
import { ApiProblem } from "~/browser/call-api"
import { createUploadQueue, type PendingPhoto, type Sent } from "~/features/media/photos/upload-queue"

const file = (name: string) => ({ name }) as File
const photo = { blob: {} as Blob, width: 10, height: 10 }
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

/** A queue whose server answers as `answers` says, in turn, and then accepts. */
function setUp(answers: (ApiProblem | "hang")[] = []) {
  const sent: Sent[] = []
  const arrived: string[] = []
  const waits: { run: () => void; ms: number }[] = []
  const state = { pending: [] as PendingPhoto[], isOnline: true }
  let ids = 0
  const queue = createUploadQueue({
    read: async ({ name }) => (name.endsWith(".txt") ? "Not a picture." : photo),
    send: (one, onProgress, signal) => {
      sent.push(one)
      const answer = answers.shift()
      onProgress(0.5)
      if (answer === "hang")
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new ApiProblem())))
      return answer ? Promise.reject(answer) : Promise.resolve()
    },
    isOnline: () => state.isOnline,
    onChange: (pending) => {
      state.pending = pending
    },
    onArrived: (name) => arrived.push(name),
    wait: (run, ms) => {
      const one = { run, ms }
      waits.push(one)
      return () => void (waits.includes(one) && waits.splice(waits.indexOf(one), 1))
    },
    newId: () => {
      ids += 1
      return `upload-${ids}`
    },
  })
  const states = () => state.pending.map((one) => [one.name, one.state])
  return { queue, sent, arrived, waits, state, states }
}

describe("the queue of uploads", () => {
  test("sends what is chosen in order, one at a time, and leaves a refused file in its place", async () => {
    const { queue, sent, arrived, states } = setUp()
    await queue.add([file("a.png"), file("notes.txt"), file("b.png")])
    expect(states()).toEqual([
      ["a.png", "chosen"],
      ["notes.txt", "refused"],
      ["b.png", "chosen"],
    ])
    expect(sent).toEqual([])
    queue.crop("upload-3", { x: 0, y: 0, w: 0.5, h: 1 })
    queue.start("private")
    await settle()
    expect(sent).toMatchObject([
      { id: "upload-1", visibility: "private", crop: null },
      { id: "upload-3", visibility: "private", crop: "0,0,0.5,1" },
    ])
    expect([arrived, states()]).toEqual([["a.png", "b.png"], [["notes.txt", "refused"]]])
  })

  test("waits while there is no network, and goes on with the same id once it is back", async () => {
    const { queue, sent, states, state, arrived, waits } = setUp([new ApiProblem()])
    await queue.add([file("a.png"), file("b.png")])
    queue.start("public")
    await settle()
    expect(states()).toEqual([
      ["a.png", "paused"],
      ["b.png", "paused"],
    ])
    state.isOnline = false
    waits[0]?.run()
    await settle()
    expect(sent).toHaveLength(1)
    state.isOnline = true
    queue.resume()
    await settle()
    expect(sent.map(({ id }) => id)).toEqual(["upload-1", "upload-1", "upload-2"])
    expect(arrived).toEqual(["a.png", "b.png"])
  })

  test("repeats what the server could not take, then leaves it to the owner and goes on with the next", async () => {
    const busy = () => new ApiProblem({ status: 503, sentence: "Try again in a few minutes." })
    const { queue, sent, states, waits, state } = setUp([busy(), busy(), busy()])
    await queue.add([file("a.png"), file("b.png")])
    queue.start("public")
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await settle()
      waits.splice(0)[0]?.run()
    }
    await settle()
    expect(states()).toEqual([["a.png", "failed"]])
    expect(state.pending[0]?.sentence).toBe("Try again in a few minutes.")
    queue.retry("upload-1")
    await settle()
    expect([sent.filter(({ id }) => id === "upload-1").length, states()]).toEqual([4, []])
  })

  test("says at once what another attempt would not change: a refusal, or a limit that ends in an hour", async () => {
    const refusal = new ApiProblem({
      status: 422,
      sentence: null,
      retryAfter: null,
      code: "validation.failed",
      errors: { photo: ["Too many pixels."] },
    })
    const limit = new ApiProblem({ status: 429, sentence: "Try again in an hour.", retryAfter: 3_600_000 })
    const { queue, state, waits } = setUp([refusal, limit])
    await queue.add([file("a.png"), file("b.png")])
    queue.start("public")
    await settle()
    expect(state.pending).toMatchObject([
      { state: "refused", sentence: "Too many pixels." },
      { state: "failed", sentence: "Try again in an hour." },
    ])
    expect(waits).toEqual([])
  })

  test("ends the upload that is cancelled, and goes on with the next", async () => {
    const { queue, arrived, states } = setUp(["hang"])
    await queue.add([file("a.png"), file("b.png")])
    queue.start("public")
    await settle()
    expect(states()).toEqual([
      ["a.png", "sending"],
      ["b.png", "waiting"],
    ])
    queue.cancel("upload-1")
    await settle()
    expect([arrived, states()]).toEqual([["b.png"], []])
  })

  test("sends nothing once it is closed, and no longer reports", async () => {
    const { queue, sent, state } = setUp(["hang"])
    await queue.add([file("a.png"), file("b.png")])
    queue.start("public")
    await settle()
    const before = state.pending
    queue.close()
    await settle()
    expect([sent.length, state.pending]).toEqual([1, before])
  })
})
