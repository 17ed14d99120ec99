import type { Clock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import { ConnectionSlots } from '@busbar/modbus/net'
import { guardConnections } from '@busbar/wire/server'
import type { FastifyInstance } from 'fastify'

interface ConnectionLimits {
  clock: Clock
  log: Pick<Log, 'warn'>
  /** Connections in all. */
  max: number
  /** A proxy's address stands for many clients: its connections count in all alone. */
  isTrustedProxy?: (address: string) => boolean
}

/**
 * Maximum share of the connections for one address. An office behind one address has enough, and three others do too.
 */
const sourceShare = 1 / 4

/** Without a request for so long, a connection makes room for a new one when there is none left. */
const idleMsMin = 5000
const quietMs = 60_000

/** Connections of HTTP have seats, by source and in all, so that no source keeps the others out, nor health checks. */
export const limitConnections = (
  app: FastifyInstance,
  { clock, log, max, isTrustedProxy }: ConnectionLimits,
): ConnectionSlots => {
  const now = (): number => clock.now()
  const slots = new ConnectionSlots({
    max,
    perSourceMax: Math.ceil(max * sourceShare),
    now,
    idleMsMin,
    ...(isTrustedProxy && { isShared: isTrustedProxy }),
    onFull: (facts) => log.warn(facts, 'HTTP connections find no room'),
  })
  let warnedAt = Number.NEGATIVE_INFINITY
  const onError = (error: Error): void => {
    if (now() - warnedAt < quietMs) return
    warnedAt = now()
    log.warn({ err: error }, 'an HTTP connection was not accepted')
  }
  guardConnections(app.server, { slots, now, onError })
  return slots
}
