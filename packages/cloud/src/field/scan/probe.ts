import { type ExchangeOptions, type ExchangeResult, failureReason, type ModbusClient } from '@busbar/polling'

/**
 * What asking a unit came to. `there`: it answered, be it with a refusal or in a damaged way. `lost`: nothing could be asked, which
 * tells nothing about the unit.
 */
export type Probe = { there: string } | { lost: string } | 'silent'

/** A register that most devices have; those that have not say so. */
const question = { fn: 3, address: 0, count: 1 } as const

export const probe = async (client: ModbusClient, unit: number, options: ExchangeOptions): Promise<Probe> =>
  judge(await client.ask(unit, question, options))

/** The gateway answers for a unit that does not. */
const silences: ReadonlySet<string> = new Set([
  'timeout',
  'GatewayTargetDeviceFailedToRespond',
  'GatewayPathUnavailable',
])
const losses: ReadonlySet<string> = new Set(['no-connection', 'closed', 'aborted', 'full', 'expired', 'held'])

const judge = (outcome: ExchangeResult<unknown>): Probe => {
  if ('ok' in outcome) return { there: 'registers' }
  const { err } = outcome
  if (silences.has(err)) return 'silent'
  // A damaged answer is one too: often two devices have the same unit.
  return losses.has(err) ? { lost: failureReason(err) } : { there: failureReason(err) }
}
