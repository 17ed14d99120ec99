import { Refusal } from '@busbar/wire/server'
import { guess } from '../../accounts/sessions/guess.ts'
import { orgsOf } from '../../accounts/sessions/sessions.sql.ts'
import type { DeviceCall } from '../needs.ts'
import { isOfOtherOrg } from './codes.rules.ts'
import type { Gateway } from './codes.sql.ts'

/** Limit per user from any address: few gateways are entered in a minute. */
const codesPerMinute = 10

/** The gateway that a code leads to. Another organization's code counts as a wrong guess, too. */
export const gatewayByCode = async <G extends Pick<Gateway, 'orgId' | 'role'>>(
  call: Pick<DeviceCall<'account'>, 'db' | 'caller' | 'guesses' | 'from'>,
  errorCode: 'InvalidActivationCode' | 'InvalidCode',
  find: () => Promise<G | undefined>,
): Promise<G> => {
  const attempt = async (): Promise<G> => {
    const gateway = await find()
    if (gateway === undefined) throw new Refusal(errorCode)
    if (isOfOtherOrg(gateway)) throw new Refusal('NotAuthorized', 'The gateway belongs to another organization.')
    return gateway
  }
  const { accountId } = call.caller
  const orgs = await orgsOf(call.db.sql, accountId)
  const groups = orgs.map(({ orgId }) => `codes of organization ${orgId}`)
  return guess(call, `codes of ${accountId}`, attempt, { groups, nameMost: codesPerMinute, isTrustEarned: false })
}
