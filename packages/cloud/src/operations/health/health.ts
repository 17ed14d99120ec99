import { type DatabaseProbe, fullDatabase, readOnlyDatabase } from '@busbar/database/health'
import type { FastifyInstance } from 'fastify'

/** For the database to answer: who probes waits for a second as a rule. */
const answerMsMax = 900
/** A failure that lasts longer is reported. */
const failingMsMax = 10_000

/** State of the clock. An implausible clock does not make the service unready. */
interface ClockHealth {
  state: string
  /** Difference between the clock and the trusted time. */
  aheadMs: number
  lastStep: { on: number; byMs: number } | null
}

export interface HealthOptions {
  answering: Pick<DatabaseProbe, 'within'>
  clockHealth: () => ClockHealth
  /** For how long nothing could be recorded, and why. */
  recording: () => { failingMs: number; why: string | null }
  /** Checks the disk of the database, if it is on this machine. */
  isDiskFull?: (() => Promise<boolean>) | undefined
  /** Why nothing could be written when that was tried last. */
  writing?: (() => string | null) | undefined
  /** Problems that do not make the service unready. */
  notes?: () => Readonly<Record<string, string>>
}

/**
 * GET /healthz: the process is alive. GET /readyz: readings can be recorded and requests answered, or the reason why
 * not, with the state of the clock.
 */
export const addHealth = (app: FastifyInstance, options: HealthOptions): void => {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const problem = await problemOf(options)
    const { state, aheadMs, lastStep } = options.clockHealth()
    const clock = { state, aheadSec: aheadMs / 1000, lastStepSec: lastStep && lastStep.byMs / 1000 }
    return reply.code(problem === null ? 200 : 503).send({ status: problem ?? 'ready', clock, ...options.notes?.() })
  })
}

/** Why the service does not do its work; null while it does. */
export const problemOf = async (options: HealthOptions): Promise<string | null> => {
  const { answering, isDiskFull, recording, writing } = options
  const answered = await answering.within(answerMsMax)
  // A full disk may have stopped the database server, which then cannot report it.
  if (await isDiskFull?.()) return fullDatabase
  if ('err' in answered) return answered.err
  return answered.ok.isReadOnly ? readOnlyDatabase : (writing?.() ?? failing(recording()))
}

const failing = ({ failingMs, why }: ReturnType<HealthOptions['recording']>): string | null =>
  failingMs < failingMsMax
    ? null
    : `Nothing was recorded for ${Math.round(failingMs / 1000)} s: ${why ?? 'the log says why'}`
