import type { Handlers } from '@busbar/wire/server'
import { askedBy } from '../../field/exchange.ts'
import { readRegisters } from '../../field/raw/read-registers.ts'
import { failureReason } from '../../field/reasons.ts'
import type { Starter } from '../../field/scan/scans.ts'
import type { Call } from '../../service.ts'
import type { Connection } from '../raw/connection.contract.ts'
import { type OpenedConnection, openConnection, withConnection } from '../raw/open-connection.ts'
import { blockHints, blockTexts, blockValues } from './block.rules.ts'
import { identify } from './identify.ts'
import type { scan } from './scan.contract.ts'

const allUnits = { from: 1, till: 247 }
const usualTimeoutMs = 500

export const scanHandlers: Handlers<typeof scan, Call> = {
  start: async (call, { connection, units = allUnits, timeoutMs = usualTimeoutMs }) => {
    const opened = await openConnection(call, connection, 'scan')
    const starter = starterOf(call, connection, opened)
    return { scanId: call.scans.start(starter, { units, timeoutMs, use: useOf(call, opened) }) }
  },

  startRanges: async (call, { connection, unit, ranges }) => {
    const opened = await openConnection(call, connection, 'scan')
    const starter = starterOf(call, connection, opened)
    return { scanId: call.scans.startRanges(starter, { unit, ranges, use: useOf(call, opened) }) }
  },

  rangesProgress: ({ scans, caller }, { scanId }) => scans.rangesOf(scanId, caller.accountId).progress(),

  progress: ({ scans, caller }, { scanId }) => scans.of(scanId, caller.accountId).progress(),

  cancel: ({ scans, caller }, { scanId }) => {
    scans.cancel(scanId, caller.accountId)
    return {}
  },

  readRegisters: async (call, { connection, ...place }) => {
    const outcome = await withConnection(call, connection, 'scan', (exchange) => readRegisters(exchange, place))
    return 'err' in outcome ? { err: failureReason(outcome.err) } : { words: outcome.ok }
  },

  showBlock: (_, { words, expected, offset = 0 }) => {
    const rows = blockValues(words)
    return {
      rows: rows.map((values, at) => ({ offset: at, values })),
      texts: blockTexts(words),
      hints: expected === undefined ? [] : blockHints(rows, expected, offset),
    }
  },

  identify: async (call, { connection, unit, hint }) =>
    identify(call, await openConnection(call, connection, 'scan'), unit, hint),
}

const starterOf = ({ caller: { accountId } }: Call, connection: Connection, opened: OpenedConnection): Starter => ({
  accountId,
  orgId: opened.netId === null ? null : opened.auditTarget.orgId,
  // Connections that lead through no network are each caller's own.
  link: opened.netId === null ? `${accountId} ${JSON.stringify(connection)}` : `net ${opened.netId}`,
})

/** Exchanges of a scan say so, and who it is for. */
const useOf =
  ({ caller }: Call, opened: OpenedConnection): OpenedConnection['use'] =>
  (work) =>
    opened.use((exchange) => work(askedBy(exchange, { kind: 'scan', person: caller.accountName })))
