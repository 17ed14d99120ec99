import { type Handlers, Refusal } from '@busbar/wire/server'
import type { Call } from '../../service.ts'
import { guess } from '../sessions/guess.ts'
import { orgsOf } from '../sessions/sessions.sql.ts'
import type { codes } from './codes.contract.ts'
import { connectCodeInfo, isSomebodyElses } from './codes.rules.ts'
import { type Gateway, gatewayOfActivationCode, gatewayOfConnectCode } from './codes.sql.ts'

export const codesHandlers: Handlers<typeof codes, Call> = {
  async activationCode(call, { code }) {
    const { mac, ip, port, sku } = await guessed(call, 'InvalidActivationCode', () =>
      gatewayOfActivationCode(call.db.sql, code, call.caller.accountId, call.now()),
    )
    return { code, mac, ip, port, sku }
  },

  async connectCode(call, { code }) {
    const gateway = await guessed(call, 'InvalidCode', () =>
      gatewayOfConnectCode(call.db.sql, code, call.caller.accountId, call.now()),
    )
    return connectCodeInfo(code, gateway)
  },
}

/** The gateway that a code leads to. A code of somebody else's counts as a wrong guess, too. */
const guessed = async (
  call: Call,
  unknown: 'InvalidActivationCode' | 'InvalidCode',
  find: () => Promise<Gateway | undefined>,
): Promise<Gateway> => {
  const attempt = async (): Promise<Gateway> => {
    const gateway = await find()
    if (gateway === undefined) throw new Refusal(unknown)
    if (isSomebodyElses(gateway)) throw new Refusal('NotAuthorized', 'The gateway belongs to another organization.')
    return gateway
  }
  const { accountId } = call.caller
  const orgs = await orgsOf(call.db.sql, accountId)
  return guess(
    call,
    `codes of ${accountId}`,
    attempt,
    orgs.map(({ orgId }) => `codes of organization ${orgId}`),
  )
}
