import { describe, expect, test } from "vitest"
import { actionOf, type PressedKey } from "~/features/media/player/player-keys"

const press = (key: string, rest: Partial<PressedKey> = {}) =>
  actionOf({ key, isModified: false, control: null, ...rest })

describe("a key in a player", () => {
  test.each([
    [" ", { kind: "toggle" }],
    ["k", { kind: "toggle" }],
    ["K", { kind: "toggle" }],
    ["m", { kind: "mute" }],
    ["c", { kind: "captions" }],
    ["f", { kind: "full" }],
    ["ArrowLeft", { kind: "seek", by: -5 }],
    ["ArrowRight", { kind: "seek", by: 5 }],
    ["ArrowUp", { kind: "volume", by: 0.1 }],
    ["ArrowDown", { kind: "volume", by: -0.1 }],
  ])("%j has its action", (key, action) => {
    expect(press(key)).toEqual(action)
  })

  test("the browser's own keys, and all that have no action, are left to it", () => {
    for (const key of ["Tab", "Escape", "Enter", "x", "F5"]) expect(press(key)).toBeNull()
    for (const key of [" ", "f", "c", "ArrowLeft"]) expect(press(key, { isModified: true })).toBeNull()
  })

  test("a focused control does with its own keys what it does elsewhere", () => {
    expect(press(" ", { control: "button" })).toBeNull()
    expect(press("ArrowRight", { control: "button" })).toEqual({ kind: "seek", by: 5 })
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"])
      expect(press(key, { control: "slider" })).toBeNull()
    expect(press(" ", { control: "slider" })).toEqual({ kind: "toggle" })
    for (const key of [" ", "m", "ArrowDown"]) expect(press(key, { control: "menu" })).toBeNull()
  })
})
