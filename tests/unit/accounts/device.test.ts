import { describe, expect, test } from "vitest"
import { deviceName } from "~/domain/accounts/sessions/device"

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"

describe("a device has the name that its owner would use", () => {
  test.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, "Chrome, Windows"],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
      "Edge, Windows",
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/150.0.0.0 Safari/537.36`, "Chrome, Linux"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, macOS"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
      "Safari, iPhone",
    ],
    [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36`, "Chrome, Android"],
    ["curl/8.9.1", ""],
    ["", ""],
  ])("%s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})
