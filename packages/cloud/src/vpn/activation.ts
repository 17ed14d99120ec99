import { request } from 'node:http'
import type { VpnPeer } from './peers.sql.ts'

/** What a gateway is told of where it belongs; nothing ends here by itself. */
export const activationOf = (
  { orgId, orgName, netId, netName }: Pick<VpnPeer, 'orgId' | 'orgName' | 'netId' | 'netName'>,
  publicUrl: string,
): object => {
  const isBound = orgId !== null && netId !== null
  const short = (text: string): string => text.slice(0, 200)
  return {
    infrastructureName: 'Busbar',
    infrastructureShortUrl: short(publicUrl),
    domain: short(URL.parse(publicUrl)?.hostname ?? ''),
    endpointId: isBound ? String(netId) : '',
    endpointName: short(netName ?? ''),
    propertyId: isBound ? String(orgId) : '',
    propertyName: short(orgName ?? ''),
    pin: '00000000',
    hasBonusesEur: '',
    activeTill: isBound ? '9999-12-31T00:00:00Z' : null,
    supportEmail: '',
  }
}

const answerMs = 10_000

/** Tells a gateway, by its tunnel; rejects where it does not take it. */
export const postActivation = (
  { address, apiPort }: Pick<VpnPeer, 'address' | 'apiPort'>,
  activation: object,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ activation })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const place = { host: address, port: apiPort, path: '/api/activation/', method: 'POST', headers }
    const asked = request({ ...place, timeout: answerMs, agent: false }, (answer) => {
      answer.resume()
      if (answer.statusCode === 200) resolve()
      else reject(new Error(`it answered ${answer.statusCode}`))
    })
    asked.once('timeout', () => asked.destroy(new Error('it does not answer')))
    asked.once('error', reject)
    asked.end(body)
  })
