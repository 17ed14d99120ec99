import { connect, type TLSSocket } from 'node:tls'
import type { Clock } from '@busbar/kit'
import { bindingBytes, nonceBytes, type SigningKey } from '@busbar/uplink/handshake'
import {
  isVpnAnswer,
  parseVpnAnswer,
  parseVpnHello,
  parseVpnProof,
  signVpnRequest,
  type VpnAnswer,
  VpnChannel,
  vpnBindingLabel,
  vpnRequest,
} from '@busbar/uplink/vpn'

/** Facts about the gateway in a configuration request. */
export interface ConfigRequest {
  readonly mac: string
  readonly type: number
  readonly firmware: number
  readonly apiPort: number
  readonly isNewCodeWanted: boolean
  /** Public, of the tunnel. */
  readonly vpnKey: Uint8Array
  readonly key: SigningKey
  readonly nonce: Uint8Array
}

export interface ConfigServer {
  readonly address: string
  readonly port: number
  /** Local address for the connection. */
  readonly localAddress: string
}

/** A configuration answer with the key that the cloud proved on this connection. */
export interface ProvenAnswer {
  readonly cloudKey: Uint8Array
  readonly answer: VpnAnswer
}

const connectMs = 10_000

/** Requests a configuration; rejects with the reason. `onProving`: called when the connection is established. */
export const askConfig = async (
  server: ConfigServer,
  request: ConfigRequest,
  clock: Clock,
  signal: AbortSignal,
  onProving: () => void,
): Promise<ProvenAnswer> => {
  const socket = await dial(server, clock, signal)
  const channel = new VpnChannel(socket, clock)
  const onAbort = (): void => channel.close()
  signal.addEventListener('abort', onAbort)
  onProving()
  try {
    const binding = socket.exportKeyingMaterial(bindingBytes, vpnBindingLabel, Buffer.alloc(0))
    const hello = parseVpnHello(await channel.next())
    if (hello === null) throw new Error('it speaks another protocol, or another version of it')
    const context = { mac: request.mac, cloudNonce: hello.nonce, binding }
    const { key, nonce, vpnKey, ...facts } = request
    const sig = signVpnRequest(context, nonce, vpnKey, key)
    const own = { key: key.publicKey, nonce }
    channel.send(vpnRequest({ ...facts, ...own, vpnKey, sig }))
    const proof = parseVpnProof(await channel.next())
    if (proof === null || !isVpnAnswer(context, own, proof)) throw new Error('it has proven no key')
    const answer = parseVpnAnswer(proof.answer)
    if (answer === null) throw new Error('its answer is not understood')
    return { cloudKey: proof.key, answer }
  } finally {
    signal.removeEventListener('abort', onAbort)
    channel.close()
  }
}

/** The certificate is not verified: the cloud proves its key on the same connection. */
const dial = ({ address, port, localAddress }: ConfigServer, clock: Clock, signal: AbortSignal): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const options = { host: address, port, rejectUnauthorized: false, minVersion: 'TLSv1.3' } as const
    // Node passes this option to the socket, but the TLS types do not declare it.
    const socket = connect({ ...options, ...({ localAddress } as object) })
    const fail = (error: Error): void => {
      end()
      socket.destroy()
      reject(error)
    }
    const cancel = clock.after(connectMs, () => fail(new Error(`no connection to ${address}:${port} in time`)))
    const onAbort = (): void => fail(new Error('cancelled'))
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', onAbort)
      socket.off('error', fail)
    }
    signal.addEventListener('abort', onAbort)
    socket.on('error', fail)
    socket.once('secureConnect', () => {
      end()
      socket.on('error', () => socket.destroy())
      resolve(socket)
    })
  })

export const newNonce = (newBytes: (count: number) => Uint8Array): Uint8Array => newBytes(nonceBytes)
