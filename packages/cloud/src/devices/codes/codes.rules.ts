import { allows } from '../../accounts/access/roles.ts'
import type { Gateway } from './codes.sql.ts'

/** A gateway that is bound is for members of its organization; one that is not is for any caller who has its code. */
export const isOfOtherOrg = ({ orgId, role }: Pick<Gateway, 'orgId' | 'role'>): boolean =>
  orgId !== null && role === null

/** Contents of a connect code. Only managers of the gateway's organization get the device passwords. */
export const connectCodeInfo = (code: string, gateway: Gateway) => {
  const { mac, sku, vpnIp, port, modbusId, netId, orgId, netName, role } = gateway
  const isManager = role !== null && allows(role, 'manager')
  return {
    code,
    macAddress: mac,
    devicePasswords: isManager ? gateway.devicePasswords : [],
    port,
    ...(sku !== '' && { sku }),
    ...(vpnIp !== null && { vpnIpAddress: vpnIp }),
    ...(modbusId !== null && { modbusId }),
    ...(role !== null && netId !== null && orgId !== null && { bindedToNet: { netId, orgId, name: netName ?? '' } }),
  }
}
