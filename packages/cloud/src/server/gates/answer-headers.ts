import type { Gate } from '@busbar/wire/server'
import type { CloudAccess } from '../../accounts/access/access-contract.ts'
import type { CallInProgress } from '../call.ts'
import { staticPageHeaders } from '../page-headers.ts'

/**
 * Headers of every response, including errors. All responses are private and some contain tokens or passwords, so no
 * cache may store them. Print pages get the same security policy as the console.
 */
export const answerHeaders: Gate<CallInProgress, CloudAccess> = (endpoint) => {
  const isPage = endpoint?.produces?.startsWith('text/html') === true
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...(isPage && staticPageHeaders) }
  return ({ reply }) => void reply.headers(headers)
}
