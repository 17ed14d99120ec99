import type { ByteStream } from '@busbar/modbus'
import type { TcpClient } from './tcp-client.ts'

const unreadMax = 65_536

/** Clients joined to the serial port's bytes: all hear what it says, each may speak. */
export class RawClients {
  readonly #clients = new Set<TcpClient>()
  /** A stream cannot be left: each is listened to once. */
  readonly #listened = new WeakSet<ByteStream>()

  join(client: TcpClient, line: ByteStream): void {
    const { socket } = client
    this.#listen(line)
    this.#clients.add(client)
    client.watch()
    socket.on('error', () => {})
    socket.once('close', () => this.#clients.delete(client))
    socket.on('data', (bytes: Buffer) => {
      // The port is slower than the network.
      if (line.write(bytes) === false) socket.pause()
    })
  }

  #listen(line: ByteStream): void {
    if (this.#listened.has(line)) return
    this.#listened.add(line)
    line.on('data', (bytes) => this.#broadcast(Uint8Array.from(bytes)))
    line.on('drain', () => this.#clients.forEach(({ socket }) => socket.resume()))
    line.on('error', () => this.#leave())
    line.on('close', () => this.#leave())
  }

  #broadcast(bytes: Uint8Array): void {
    for (const { socket } of this.#clients) {
      socket.write(bytes)
      // It takes nothing: what is kept for it would grow for ever.
      if (socket.writableLength > unreadMax) socket.destroy()
    }
  }

  /** The port's bytes have ended, for everybody. */
  #leave(): void {
    for (const { socket } of this.#clients) socket.destroy()
  }
}
