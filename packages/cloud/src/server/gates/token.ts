import { type Gate, Refusal } from '@busbar/wire/server'
import type { CloudAccess } from '../../accounts/access/access-contract.ts'
import type { Session } from '../../accounts/sessions/session-store.sql.ts'
import type { CallInProgress, GateNeeds } from '../call.ts'
import { type BasicKeys, isBasic } from './basic.ts'
import { enterByLink, type LinkLookups, shareTokenOf } from './share-token.ts'

/** `Bearer` is what other programs know. */
const wellFormed = /^(?:token|[Bb]earer) ([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/**
 * Authenticates the caller by a session token, by an API key with its password, or by a share link where the endpoint
 * allows it. Public endpoints need no token.
 */
export const token =
  (
    needs: Pick<GateNeeds, 'clock' | 'guesses' | 'sessions' | 'shareLinks'>,
    basicKeys: BasicKeys,
    lookups: LinkLookups = new Map(),
  ): Gate<CallInProgress, CloudAccess> =>
  (endpoint) => {
    if (endpoint === null || endpoint.access === 'open') return null
    const isForLinks = endpoint.access === 'link'
    const isShared = isForLinks || endpoint.shared === true
    const enter = (context: CallInProgress, bearer: string, session: Session): void => {
      if (isForLinks) throw new Refusal('NotAuthorized', 'This needs a share link.')
      const { accountId, accountName } = session
      context.session = session
      context.entry = { token: bearer, shared: null, caller: { accountId, accountName } }
    }
    const authenticate = async (context: CallInProgress, header: string): Promise<void> => {
      const bearer = isBasic(header) ? await basicKeys.token(context.request, header) : wellFormed.exec(header)?.[1]
      if (bearer === undefined) throw new Refusal('CantParseAuthToken')
      const session = await needs.sessions.find(bearer)
      if (session === null) throw new Refusal('IncorrectAuthToken')
      enter(context, bearer, session)
    }
    return ({ request, context }) => {
      const header = request.headers.authorization
      if (header === undefined) throw new Refusal('NoAuthTokenProvided')
      // Mostly it is known, and there is nothing to wait for.
      const bearer = wellFormed.exec(header)?.[1]
      const known = bearer === undefined ? undefined : needs.sessions.known(bearer)
      if (bearer !== undefined && known !== undefined) return enter(context, bearer, known)
      const shareToken = shareTokenOf(header)
      if (shareToken === undefined) return authenticate(context, header)
      // Said without a look at the token: it tells nothing of that.
      if (!isShared) throw new Refusal('NotAuthorized', 'A share link does not open this.')
      return enterByLink(needs, context.request.from, shareToken, lookups).then((entry) => {
        context.entry = entry
      })
    }
  }
