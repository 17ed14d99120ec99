import type { ByteStream } from '@busbar/modbus'
import type { PortUser, SerialPortKeeper } from './port/serial-port.ts'

/** Passes bytes between one client and the port in both directions. The port may be reopened meanwhile. */
export class RawMode implements PortUser {
  readonly #keeper: SerialPortKeeper
  #isOn = false
  #client: ByteStream | undefined

  constructor(keeper: SerialPortKeeper) {
    this.#keeper = keeper
  }

  /** True if clients may use the port exclusively. */
  get isOn(): boolean {
    return this.#isOn
  }

  /** Returns false when another client has the port or the mode forbids it; the stream is then unchanged. */
  attach(client: ByteStream): boolean {
    if (!this.#isOn || this.#client !== undefined) return false
    this.#client = client
    client.on('data', (bytes) => this.#forward(client, bytes))
    client.on('drain', () => this.#keeper.port?.resume?.())
    client.on('error', () => this.#leave(client))
    client.on('close', () => this.#leave(client))
    return true
  }

  begin(): void {
    this.#isOn = true
  }

  end(): void {
    this.#isOn = false
    const client = this.#client
    this.#client = undefined
    client?.destroy()
  }

  opened(): void {
    this.#client?.resume?.()
  }

  received(bytes: Uint8Array): void {
    if (this.#client?.write(bytes) === false) this.#keeper.port?.pause?.()
  }

  drained(): void {
    this.#client?.resume?.()
  }

  refused(): void {}

  lost(): void {
    // Bytes that the client sends without a port are discarded.
    this.#client?.resume?.()
  }

  #forward(client: ByteStream, bytes: Uint8Array): void {
    if (this.#client !== client) return
    if (this.#keeper.port?.write(bytes) === false) client.pause?.()
  }

  #leave(client: ByteStream): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#keeper.port?.resume?.()
  }
}
