import type { Gate } from '@busbar/wire/server'
import type { CloudAccess } from '../../accounts/access/access-contract.ts'
import type { CallInProgress } from '../call.ts'
import { staticPageHeaders } from '../page-headers.ts'

/**
 * What every answer says of itself, a refusal too. Tokens, codes and passwords are among them, and all the rest is private: none is
 * kept on its way. A page to print is as shut as the console.
 */
export const answerHeaders: Gate<CallInProgress, CloudAccess> = (endpoint) => {
  const isPage = endpoint?.produces?.startsWith('text/html') === true
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...(isPage && staticPageHeaders) }
  return ({ reply }) => void reply.headers(headers)
}
