import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../db/sql.ts'

const answerMsMax = 2000

/** What health says of the clock; a doubted clock does not keep the service from its work. */
export interface ClockHealth {
  state: string
  /** How far it is ahead of what is believed. */
  aheadMs: number
  lastStep: { on: number; byMs: number } | null
}

/** GET /healthz: the process is alive. GET /readyz: its database answers, so it can do its work; and whether its clock is believed. */
export const addHealth = (app: FastifyInstance, sql: Sql, clockHealth: () => ClockHealth): void => {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await answers(sql)
    const { state, aheadMs, lastStep } = clockHealth()
    const clock = { state, aheadSec: aheadMs / 1000, lastStepSec: lastStep && lastStep.byMs / 1000 }
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'the database does not answer', clock })
  })
}

const answers = async (sql: Sql): Promise<boolean> => {
  const late = new AbortController()
  const asked = sql`select 1`.then(
    () => true,
    () => false,
  )
  const tooLate = sleep(answerMsMax, false, { signal: late.signal }).catch(() => false)
  const answer = await Promise.race([asked, tooLate])
  late.abort()
  return answer
}
