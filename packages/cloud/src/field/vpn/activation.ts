import { askGateway, type GatewayPlace } from './ask-gateway.ts'
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

/** Tells a gateway, by its tunnel; rejects where it does not take it. */
export const postActivation = async (place: GatewayPlace, activation: object): Promise<void> => {
  const { status } = await askGateway(place, 'POST', '/api/activation/', { activation })
  if (status !== 200) throw new Error(`it answered ${status}`)
}
