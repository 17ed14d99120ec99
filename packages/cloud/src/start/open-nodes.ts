import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Database } from '@busbar/database'
import { DatabaseProblem, SoleService } from '@busbar/database/health'
import { monotonicClock } from '@busbar/kit'
import type { Log } from '@busbar/kit/log'
import type { ShutdownSteps } from '@busbar/kit/program'
import { Nodes } from '../nodes/nodes.ts'
import type { Settings } from '../settings/env.ts'

const partMs = 1000

/**
 * Prevents two services from using the same database without `--nats`; null for the built-in database or behind a
 * pooler.
 */
export const lockDatabase = async (
  settings: Settings,
  db: Database,
  log: Log,
  steps: ShutdownSteps,
): Promise<SoleService | null> => {
  const isUnprepared = db.sql.options.isUnprepared === true
  const isShared = settings.nats !== undefined
  if (isShared && isUnprepared) {
    throw new DatabaseProblem(
      '--nats: nodes need sessions of their own in the database, which a pooler (?prepare=false) does not give.',
    )
  }
  if (settings.db === undefined || isUnprepared) return null
  const sole = new SoleService({ sql: db.sql, clock: monotonicClock, log, isShared })
  steps.undo('lock on the database', partMs * 2, () => sole.stop())
  await sole.start()
  return sole
}

interface NodeParts {
  settings: Settings
  db: Database
  /** Key of the installation. Other installations on the same NATS server use other subjects. */
  key: Uint8Array | null
  version: string
  now: () => Date
  log: Log
  facts: () => object
}

/** Null for a single service. */
export const openNodes = async (
  { settings, db, key, version, now, log, facts }: NodeParts,
  steps: ShutdownSteps,
): Promise<Nodes | null> => {
  const { nats, 'nats-ca': ca, 'nats-cert': cert, 'nats-key': keyFile, 'node-name': nodeName } = settings
  if (nats === undefined) return null
  if (key === null)
    throw new Error('--nats: the key of this installation cannot be opened: every node needs the same key file')
  const name = nodeName ?? hostname()
  const root = `busbar.${createHash('sha256')
    .update(`nodes ${Buffer.from(key).toString('hex')}`)
    .digest('hex')
    .slice(0, 16)}`
  // Loaded only if required.
  const { NatsMessages } = await import('../nodes/messages/nats-messages.ts')
  const messages = await NatsMessages.open({ ...nats, root, name, ca, cert, key: keyFile, log })
  steps.undo('messages', partMs, () => messages.close())
  return new Nodes({ name, version, sql: db.sql, clock: monotonicClock, now, log, messages, facts })
}
