import { randomInt } from 'node:crypto'
import type { Sql } from '@busbar/database'
import type { Semaphore } from '@busbar/kit'
import { sourceOf } from '@busbar/modbus/net'
import { type Announcement, codeEnd, codeMin } from '@busbar/uplink/handshake'
import { networkOf } from './caller.rules.ts'
import { type ActivationCode, type CodeSource, countCodes, insertCode, liveCode, recordCaller } from './gateways.sql.ts'

const triesMax = 8

export interface CodeContext {
  sql: Sql
  database: Semaphore
  now: () => Date
  /** How long a code is good. */
  codeMs: number
  /** Codes that are out at once: in all, from one network, and from one address. */
  codesMax: number
  codesPerNetworkMax: number
  codesPerSourceMax: number
}

/**
 * The code that an unbound caller shows: the one it has, unless it wants another. It may have been bound meanwhile. A caller that gets none
 * leaves nothing behind: MACs cost nothing.
 */
export const codeFor = (
  context: CodeContext,
  announcement: Pick<Announcement, 'mac' | 'type' | 'version' | 'isNewCodeWanted'>,
  key: Uint8Array | null,
  from: string,
): Promise<ActivationCode | 'bound' | { refused: string }> =>
  context.database.run(async () => {
    const { sql, now, codeMs } = context
    const { mac, isNewCodeWanted } = announcement
    const source = sourceOf(from)
    const codeSource = { source, network: networkOf(source) }
    const [live] = await liveCode(sql, mac, key, now())
    const refused = live === undefined ? await tooMany(context, codeSource) : null
    if (refused !== null) return { refused }
    const recorded = await recordCaller(sql, announcement, from, now())
    if (recorded.length === 0) return 'bound'
    if (live !== undefined && !isNewCodeWanted) return live
    const expiresOn = new Date(now().getTime() + codeMs)
    for (let tries = 0; tries < triesMax; tries += 1) {
      const [inserted] = await insertCode(sql, mac, key, { code: randomInt(codeMin, codeEnd), expiresOn }, codeSource)
      if (inserted !== undefined) return inserted
    }
    return { refused: 'no activation code is free' }
  })

const tooMany = async (context: CodeContext, codeSource: CodeSource): Promise<string | null> => {
  const { bySource, byNetwork, all } = await countCodes(context.sql, codeSource)
  if (bySource >= context.codesPerSourceMax) return 'there are too many activation codes for callers from this address'
  if (byNetwork >= context.codesPerNetworkMax)
    return 'there are too many activation codes for callers from this network'
  return all >= context.codesMax ? 'there are too many activation codes' : null
}
