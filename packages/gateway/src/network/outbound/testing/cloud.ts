import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import { Client } from '@busbar/modbus'
import { certificate } from './certificate.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const unhex = (text: string): Buffer => Buffer.from(text, 'hex')

/** A gateway that has called. */
export interface Call {
  /** Its announcement. */
  readonly announcement: string
  readonly client: Client
  readonly socket: Socket
  /** Channel binding of the TLS session that both ends derive; zeros without TLS. */
  binding(): Buffer
}

/** A cloud of sockets alone: it hears who calls, and then is the master. */
export const startCloud = async (t: TestContext, isTls = false) => {
  const calls: Call[] = []
  const waiting: ((call: Call) => void)[] = []
  const onConnection = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', (bytes: Buffer) => {
      const binding = (): Buffer =>
        isTls
          ? (socket as TLSSocket).exportKeyingMaterial(32, 'EXPORTER-busbar-call-back', Buffer.alloc(0))
          : Buffer.alloc(32)
      const call = {
        announcement: hex(bytes),
        client: new Client(socket, { envelope: 'tcp', timeoutMs: 60_000 }),
        socket,
        binding,
      }
      const next = waiting.shift()
      if (next === undefined) calls.push(call)
      else next(call)
    })
  }
  const sockets = new Set<Socket>()
  const server: Server = isTls
    ? createTlsServer({ cert: certificate, key: certificate, minVersion: 'TLSv1.3', noDelay: true }, onConnection)
    : createServer({ noDelay: true }, onConnection)
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const close = (): void => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  t.after(close)
  const next = async (): Promise<Call> => calls.shift() ?? new Promise((resolve) => waiting.push(resolve))
  return { port: (server.address() as AddressInfo).port, next, close }
}

/** The key that is 32 times the same byte. */
export const keysOf = (byte: number): { privateKey: KeyObject; publicKey: Buffer } => {
  const key = Buffer.alloc(32, byte)
  const privateKey = createPrivateKey({ key, format: 'raw-private', asymmetricKeyType: 'ed25519' })
  return { privateKey, publicKey: createPublicKey(privateKey).export({ format: 'raw-public' }) }
}

const nonce = Buffer.alloc(32, 0x11)

/** Returns the proof of the cloud with the key of this byte, in reply to the gateway's proof. */
export const proofOf = (
  binding: Buffer,
  keyByte: number,
  gatewayProof: Uint8Array,
  mac = '02005e100001',
): Uint8Array => {
  const cloud = keysOf(keyByte)
  const [gatewayKey, gatewayNonce] = [gatewayProof.subarray(2, 34), gatewayProof.subarray(34, 66)]
  const head = Buffer.from('busbar call-back cloud\0\x01', 'ascii')
  const message = Buffer.concat([head, unhex(mac), nonce, gatewayNonce, gatewayKey, binding])
  return Uint8Array.of(66, 2, ...cloud.publicKey, ...sign(null, message, cloud.privateKey))
}

/** The cloud's half of docs/reference/gateway-handshake.md, with the key of this byte; gives the gateway's last word. */
export const proveTo = async (call: Call, keyByte: number, mac?: string): Promise<string> => {
  const { client } = call
  const reply = await client.transact(255, Uint8Array.of(66, 1, ...nonce))
  if (!('ok' in reply)) return reply.err
  const answer = await client.transact(255, proofOf(call.binding(), keyByte, reply.ok, mac))
  return 'ok' in answer ? hex(answer.ok) : answer.err
}
