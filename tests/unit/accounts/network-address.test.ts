import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { networkOf } from "~/lib/network-address"

describe("a network address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("the network of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  test.each([
    "unknown",
    "none",
    "",
    "1:2:3",
    "1::2::3",
    "1:2:3:4:5:6:7:8:9",
    "1:2:3:4:5:6:7::8:9",
    "::12345",
    "::ffff:192.0.2.256",
    "g::1",
    ":::",
  ])("a text that is no network address is returned unchanged: %j", (address) => {
    expect(networkOf(address)).toBe(address)
  })

  test("a network address is one network in any notation and with any last 64 bits", () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    fc.assert(
      fc.property(fc.tuple(group, group, group, group), fc.array(fc.ipV6(), { minLength: 1 }), (head, others) => {
        const start = head.map((one) => one.toString(16)).join(":")
        const padded = head.map((one) => one.toString(16).padStart(4, "0").toUpperCase()).join(":")
        fc.pre(head.some((one) => one > 0))
        expect(networkOf(`${start}:1:2:3:4`)).toBe(networkOf(`${padded}::`))
        // Never more than four groups of any address.
        for (const other of others) expect(networkOf(other).split(":").length).toBeLessThanOrEqual(6)
      }),
    )
  })

  test("two IPv4 addresses share a count only if they are equal", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), (a, b) => {
        expect(networkOf(`::ffff:${a}`)).toBe(networkOf(a))
        expect(networkOf(a) === networkOf(b)).toBe(a === b)
      }),
    )
  })
})
