import type { Handlers } from '../../accounts/call.ts'
import type { DeviceCall, DeviceNeeds } from '../needs.ts'
import type { codes } from './codes.contract.ts'
import { connectCodeInfo } from './codes.rules.ts'
import { gatewayOfActivationCode, gatewayOfConnectCode } from './codes.sql.ts'
import { gatewayByCode } from './gateway-by-code.ts'

export const codesHandlers: Handlers<typeof codes, DeviceNeeds> = {
  async activationCode(call, { code }) {
    const { mac, ip, port, sku } = await gatewayByCode(call, 'InvalidActivationCode', () =>
      gatewayOfActivationCode(readerOf(call), code, call.now()),
    )
    // Facts that the gateway did not report are null.
    return { code, mac, ip: ip || null, port, sku: sku || null }
  },

  async connectCode(call, { code }) {
    const gateway = await gatewayByCode(call, 'InvalidCode', () =>
      gatewayOfConnectCode(readerOf(call), code, call.now()),
    )
    return connectCodeInfo(code, gateway)
  },
}

const readerOf = ({ db: { sql }, secrets, caller: { accountId } }: DeviceCall<'account'>) => ({
  sql,
  secrets,
  accountId,
})
