import type { VpnPeer } from './peers.sql.ts'

// An import would load all of fetch and its streams, 3 MB, for names that it exports besides.
const { request } = process.getBuiltinModule('node:http')

/** Address of a gateway's API in the VPN. */
export type GatewayPlace = Pick<VpnPeer, 'address' | 'apiPort'>

export interface GatewayAnswer {
  readonly status: number
  readonly text: string
}

const answerMs = 10_000
const answerBytesMax = 65_536

/** Sends a request to a gateway's API through its tunnel; rejects if there is no response. */
export const askGateway = (
  { address, apiPort }: GatewayPlace,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<GatewayAnswer> =>
  new Promise((resolve, reject) => {
    const sent = body === undefined ? '' : JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }
    const requestOptions = { host: address, port: apiPort, path, method, headers }
    const outgoing = request({ ...requestOptions, timeout: answerMs, agent: false }, (answer) => {
      const parts: Buffer[] = []
      let bytes = 0
      answer.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > answerBytesMax) outgoing.destroy(new Error('it says too much'))
        else parts.push(part)
      })
      answer.once('error', reject)
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
    })
    // A trickle is no answer either.
    const timer = setTimeout(() => outgoing.destroy(new Error('it does not answer')), answerMs)
    outgoing.once('close', () => clearTimeout(timer))
    outgoing.once('timeout', () => outgoing.destroy(new Error('it does not answer')))
    outgoing.once('error', reject)
    outgoing.end(sent)
  })
