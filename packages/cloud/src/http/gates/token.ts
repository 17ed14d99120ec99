import { type Gate, Refusal } from '@busbar/wire/server'
import type { CloudAccess } from '../../access/access-contract.ts'
import type { CallInProgress } from '../call.ts'

const wellFormed = /^token ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Knows the caller by the session's token, unless the endpoint is open. */
export const token: Gate<CallInProgress, CloudAccess> = (endpoint) => {
  if (endpoint === null || endpoint.access === 'open') return null
  return async ({ request, context }) => {
    const header = request.headers.authorization
    if (header === undefined) throw new Refusal('NoAuthTokenProvided')
    const given = wellFormed.exec(header)?.[1]
    if (given === undefined) throw new Refusal('CantParseAuthToken')
    const session = await context.sessions.find(given)
    if (session === null) throw new Refusal('IncorrectAuthToken')
    context.token = given
    context.session = session
    context.caller = { accountId: session.accountId, accountName: session.accountName }
  }
}
