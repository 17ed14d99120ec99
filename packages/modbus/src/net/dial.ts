import { Client, type ClientOptions } from '../client/client.ts'
import type { ByteStream } from '../stream.ts'
import { SocketStream } from './socket-stream.ts'

export interface DialOptions {
  host: string
  port: number
  /** For the connection itself. */
  connectTimeoutMs?: number
  /** Calls the connecting off. */
  signal?: AbortSignal
  /** The address of this machine that it goes out by; the system's choice unless said. */
  localAddress?: string
}

/** Connects; rejects with what the system said. The bytes of a `data` event are good until its listener returns. */
export const dialStream = ({
  host,
  port,
  connectTimeoutMs = 5000,
  signal,
  localAddress,
}: DialOptions): Promise<ByteStream> => SocketStream.dial(host, port, connectTimeoutMs, signal, localAddress)

/** Connects, and gives a Modbus master on the new socket. */
export const dial = async (options: DialOptions & ClientOptions): Promise<Client> =>
  new Client(await dialStream(options), options)
