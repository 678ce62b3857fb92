import { type AddressInfo, createServer, connect as open, type Socket } from "node:net"

/** How likely each trouble is, for a connection or for a piece that comes through it. */
export interface Weather {
  /** A connection is cut after a while. */
  drop: number
  /** A piece waits, up to 300 ms. */
  delay: number
  /** A request goes to the server twice; the client hears one answer. */
  double: number
  /** A connection stays open and carries nothing any more. */
  halfOpen: number
}

/** Stands between clients and a server on `port`, and does to connections what networks do. */
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
      // Whoever waits for ever waits as long as an impatient network lets them.
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

    /** In order, however long each piece waits. */
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
    /** From here on nothing goes wrong any more, and what carried nothing is cut. */
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
