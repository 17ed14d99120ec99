import { randomInt } from 'node:crypto'
import type { Sql } from '../../db/types.ts'
import type { Announcement } from './announcement.ts'
import { type Code, insertCode, liveCode, noteStranger } from './callers.sql.ts'
import type { Gate } from './gate.ts'

const [codeMin, codeEnd] = [10_000_000, 100_000_000]
const triesMax = 8

export interface CodeHouse {
  sql: Sql
  gate: Gate
  now: () => Date
  /** How long a code is good. */
  codeMs: number
  /** Codes that are out at once. */
  codesMax: number
}

/** The code that an unbound caller shows: the one it has, unless it wants another. It may have been bound meanwhile. */
export const codeFor = (
  { sql, gate, now, codeMs, codesMax }: CodeHouse,
  announcement: Announcement,
  key: Uint8Array | null,
  from: string,
): Promise<Code | 'bound' | 'full'> =>
  gate.pass(async () => {
    const { mac, isNewCodeWanted } = announcement
    const noted = await noteStranger(sql, announcement, from, now())
    if (noted.length === 0) return 'bound'
    const [live] = isNewCodeWanted ? [] : await liveCode(sql, mac, key, now())
    if (live !== undefined) return live
    const expiresOn = new Date(now().getTime() + codeMs)
    for (let tries = 0; tries < triesMax; tries += 1) {
      const [made] = await insertCode(sql, mac, key, { code: randomInt(codeMin, codeEnd), expiresOn }, codesMax)
      if (made !== undefined) return made
    }
    return 'full'
  })
