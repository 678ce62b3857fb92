import { type AddressInfo, createServer, connect as open, type Socket } from "node:net"

/** The probability of each fault, per connection or per chunk. */
export interface Weather {
  /** A connection is cut after a while. */
  drop: number
  /** A chunk waits, up to 300 ms. */
  delay: number
  /** A request reaches the server twice; the client receives one response. */
  double: number
  /** A connection stays open and transfers nothing any more. */
  halfOpen: number
}

/** Starts a proxy between clients and a server on `port`, which simulates the faults of networks. */
export async function startProxy(port: number, weather: Weather) {
  let isCalm = false
  const sockets = new Set<Socket>()
  const deaf = new Set<() => void>()
  const happens = (likelihood: number) => !isCalm && Math.random() < likelihood

  const proxy = createServer((client) => {
    let isDeaf = false
    const doubles: Socket[] = []
    const server = open(port, "127.0.0.1")
    const cut = () => {
      deaf.delete(cut)
      for (const socket of [client, server, ...doubles]) socket.destroy()
    }
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on("error", cut)
      socket.on("close", () => {
        sockets.delete(socket)
        cut()
      })
    }
    if (happens(weather.drop)) setTimeout(cut, Math.random() * 1_500)
    if (happens(weather.halfOpen)) {
      setTimeout(() => {
        isDeaf = true
        deaf.add(cut)
        if (isCalm) cut()
      }, Math.random() * 1_500)
      // A half-open connection ends after the timeout of an impatient network.
      setTimeout(cut, 8_000)
    }
    carry(client, (piece) => {
      if (doubles.length === 0 && happens(weather.double) && /^POST \S+\/messages /.test(piece.toString("latin1"))) {
        const twin = open(port, "127.0.0.1")
        twin.on("error", () => {})
        twin.resume()
        doubles.push(twin)
      }
      for (const to of [server, ...doubles]) if (!to.destroyed) to.write(piece)
    })
    carry(server, (piece) => !client.destroyed && client.write(piece))

    /** Transfers in order, however long each chunk waits. */
    function carry(from: Socket, pass: (piece: Buffer) => void): void {
      let before = Promise.resolve()
      from.on("data", (piece) => {
        const wait = happens(weather.delay) ? Math.random() * 300 : 0
        before = before.then(async () => {
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
          if (!isDeaf) pass(piece)
        })
      })
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Ends all faults, and cuts half-open connections. */
    calm() {
      isCalm = true
      for (const cut of deaf) cut()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
