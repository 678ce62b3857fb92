import { expect, test } from "vitest"
import { createChoiceSaver, type SaveEnd } from "~/features/accounts/settings/choices/choice-saver"

/** A saver of one choice, whose requests are answered by hand. */
function start(stored = "a") {
  let chosen = stored
  const sent: string[] = []
  const ends: SaveEnd[] = []
  const waiting: ((end: SaveEnd) => void)[] = []
  const saver = createChoiceSaver(stored, {
    read: () => chosen,
    send: (choices) => {
      sent.push(choices)
      return new Promise((resolve) => waiting.push(resolve))
    },
    putBack: (choices) => {
      chosen = choices
    },
    ended: (end) => ends.push(end),
  })
  return {
    sent,
    ends,
    chosen: () => chosen,
    hasUnsaved: saver.hasUnsaved,
    choose(next: string) {
      chosen = next
      void saver.save()
    },
    async answer(end: SaveEnd) {
      waiting.shift()?.(end)
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

test("a choice that changes while a save is under way is sent after it, and the last state wins", async () => {
  const choices = start()
  for (const next of ["b", "c", "d"]) choices.choose(next)
  expect(choices.sent).toEqual(["b"])
  await choices.answer("saved")
  expect([choices.sent, choices.ends]).toEqual([["b", "d"], []])
  await choices.answer("saved")
  expect([choices.sent, choices.ends, choices.hasUnsaved()]).toEqual([["b", "d"], ["saved"], false])
})

test("a refused save puts back what was stored last", async () => {
  const choices = start()
  choices.choose("b")
  await choices.answer("saved")
  choices.choose("c")
  await choices.answer("refused")
  expect([choices.chosen(), choices.ends, choices.hasUnsaved()]).toEqual(["b", ["saved", "refused"], false])
})

test("a change after a refused one is sent all the same", async () => {
  const choices = start()
  choices.choose("b")
  choices.choose("c")
  await choices.answer("refused")
  expect([choices.sent, choices.chosen(), choices.ends]).toEqual([["b", "c"], "c", []])
  await choices.answer("saved")
  expect([choices.chosen(), choices.ends]).toEqual(["c", ["saved"]])
})

test("a choice without a connection stays as it is, unsaved, until it is sent again", async () => {
  const choices = start()
  choices.choose("b")
  await choices.answer("offline")
  expect([choices.chosen(), choices.ends, choices.hasUnsaved()]).toEqual(["b", ["offline"], true])
  choices.choose("b")
  await choices.answer("saved")
  expect([choices.sent, choices.hasUnsaved()]).toEqual([["b", "b"], false])
})
