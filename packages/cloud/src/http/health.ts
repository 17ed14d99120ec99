import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Sql } from '../db/types.ts'

const answerMsMax = 2000

/** GET /healthz: the process is alive. GET /readyz: its database answers, so it can do its work. */
export const addHealth = (app: FastifyInstance, sql: Sql): void => {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const isReady = await answers(sql)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'the database does not answer' })
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
