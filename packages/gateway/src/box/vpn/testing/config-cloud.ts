import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer, type TLSSocket } from 'node:tls'
import { monotonicClock } from '@busbar/kit'
import { bindingBytes, newPrivateKey, type SigningKey, signingKey } from '@busbar/uplink/handshake'
import {
  isVpnRequest,
  parseVpnRequest,
  signVpnAnswer,
  VpnChannel,
  type VpnRequest,
  vpnBindingLabel,
  vpnHello,
  vpnProof,
} from '@busbar/uplink/vpn'
import { certificate } from '../../../network/outbound/testing/certificate.ts'

/** A configuration server that answers what the test says. */
export interface ConfigCloud {
  readonly port: number
  readonly key: SigningKey
  /** Requests that were received and proven. */
  readonly requests: readonly VpnRequest[]
  /** The next ones are answered so. */
  answer: object
  /** Signs for another connection, as one that stands between would. */
  isRelayed: boolean
  /** Key that signs answers. */
  signer: SigningKey
}

export const startConfigCloud = async (t: TestContext, answer: object, host = '127.0.0.1'): Promise<ConfigCloud> => {
  const key = signingKey(newPrivateKey())
  const requests: VpnRequest[] = []
  const speak = async (socket: TLSSocket): Promise<void> => {
    const channel = new VpnChannel(socket, monotonicClock)
    const binding = socket.exportKeyingMaterial(bindingBytes, vpnBindingLabel, Buffer.alloc(0))
    const cloudNonce = randomBytes(32)
    channel.send(vpnHello(cloudNonce))
    const request = parseVpnRequest(await channel.next())
    if (request === null) return channel.close()
    const context = { mac: request.mac, cloudNonce, binding }
    if (!isVpnRequest(context, request)) return channel.close()
    requests.push(request)
    const text = JSON.stringify(cloud.answer)
    const signed = cloud.isRelayed ? { ...context, binding: randomBytes(bindingBytes) } : context
    const sig = signVpnAnswer(signed, request, text, cloud.signer)
    channel.send(vpnProof({ key: cloud.signer.publicKey, answer: text, sig }))
  }
  const server = createServer({ cert: certificate, key: certificate, minVersion: 'TLSv1.3' }, (socket) => {
    socket.on('error', () => {})
    speak(socket).catch(() => socket.destroy())
  })
  server.listen({ host, port: 0 })
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const cloud: ConfigCloud = { port, key, requests, answer, isRelayed: false, signer: key }
  return cloud
}

/** A configuration as the cloud gives it. */
export const configFor = (address: string, hub: string): object => ({
  address,
  mask: '255.254.0.0',
  hub,
  peerHost: '127.0.0.5',
  peerPort: 51_821,
  peerKey: Buffer.alloc(32, 5).toString('base64'),
  refreshSec: 86_400,
})
