import { type DatabaseProbe, fullDatabase, readOnlyDatabase } from '@busbar/database/health'
import type { FastifyInstance } from 'fastify'

/** For the database to answer: who probes waits for a second as a rule. */
const answerMsMax = 900
/** What fails for longer does not pass by itself. */
const failingMsMax = 10_000

/** What health says of the clock; a doubted clock does not keep the service from its work. */
interface ClockHealth {
  state: string
  /** How far it is ahead of what is believed. */
  aheadMs: number
  lastStep: { on: number; byMs: number } | null
}

export interface HealthOptions {
  answering: Pick<DatabaseProbe, 'within'>
  clockHealth: () => ClockHealth
  /** For how long nothing could be recorded, and why. */
  recording: () => { failingMs: number; why: string | null }
  /** Whether the disk of the database is full, where we can see it. */
  isDiskFull?: (() => Promise<boolean>) | undefined
  /** Why nothing could be written when that was tried last. */
  writing?: (() => string | null) | undefined
  /** What else a watcher had better know, though the service does its work. */
  notes?: () => Readonly<Record<string, string>>
}

/**
 * GET /healthz: the process is alive. GET /readyz: what is read can be recorded, and what is asked can be answered; or why not; and whether
 * its clock is believed.
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
  // The server may have ended because of it, and then cannot say so.
  if (await isDiskFull?.()) return fullDatabase
  if ('err' in answered) return answered.err
  return answered.ok.isReadOnly ? readOnlyDatabase : (writing?.() ?? failing(recording()))
}

const failing = ({ failingMs, why }: ReturnType<HealthOptions['recording']>): string | null =>
  failingMs < failingMsMax
    ? null
    : `Nothing was recorded for ${Math.round(failingMs / 1000)} s: ${why ?? 'the log says why'}`
