import { failureReason, withOrigin } from '@busbar/polling'
import type { Handlers } from '@busbar/wire/server'
import { readRegisters } from '../../field/raw/read-registers.ts'
import type { RangeScan } from '../../field/scan/range-scan.ts'
import type { FoundUnit } from '../../field/scan/scan.ts'
import type { ScanProgress } from '../../field/scan/scan-work.ts'
import type { ScanOwner } from '../../field/scan/scans.ts'
import type { Call } from '../../start/service.ts'
import type { Connection } from '../raw/connection.contract.ts'
import { type OpenedConnection, openConnection, withConnection } from '../raw/open-connection.ts'
import { blockHints, blockTexts, blockValues } from './block.rules.ts'
import { identify } from './identify.ts'
import type { scan } from './scan.contract.ts'

const allUnits = { from: 1, till: 247 }
const timeoutMsDefault = 500

export const scanHandlers: Handlers<typeof scan, Call> = {
  start: async (call, { connection, units = allUnits, timeoutMs = timeoutMsDefault }) => {
    const opened = await openConnection(call, connection, 'scan')
    const owner = ownerOf(call, connection, opened)
    return { scanId: call.scans.start(owner, { units, timeoutMs, use: useAsScan(call, opened) }) }
  },

  startRanges: async (call, { connection, unit, ranges }) => {
    const opened = await openConnection(call, connection, 'scan')
    const owner = ownerOf(call, connection, opened)
    return { scanId: call.scans.startRanges(owner, { unit, ranges, use: useAsScan(call, opened) }) }
  },

  rangesProgress: async (call, { scanId }) =>
    (await actOnScan(call, 'rangesProgress', scanId)) as ReturnType<RangeScan['progress']>,

  progress: async (call, { scanId }) => (await actOnScan(call, 'progress', scanId)) as ScanProgress<FoundUnit>,

  cancel: async (call, { scanId }) => {
    await actOnScan(call, 'cancel', scanId)
    return {}
  },

  readRegisters: async (call, { connection, ...range }) => {
    const outcome = await withConnection(call, connection, 'scan', (client) => readRegisters(client, range))
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

/** Of a scan that another node runs, too. */
const actOnScan = (
  { scans, remoteScans, caller: { accountId } }: Call,
  act: 'progress' | 'rangesProgress' | 'cancel',
  scanId: string,
): Promise<object> | object =>
  remoteScans === null ? scans.act(act, scanId, accountId) : remoteScans.ask(act, scanId, accountId)

const ownerOf = ({ caller: { accountId } }: Call, connection: Connection, opened: OpenedConnection): ScanOwner => ({
  accountId,
  orgId: opened.netId === null ? null : opened.auditTarget.orgId,
  // Connections that lead through no network are each caller's own.
  link: opened.netId === null ? `${accountId} ${JSON.stringify(connection)}` : `net ${opened.netId}`,
})

/** Exchanges of a scan say so, and who it is for. */
const useAsScan =
  ({ caller }: Call, opened: OpenedConnection): OpenedConnection['use'] =>
  (work) =>
    opened.use((client) => work(withOrigin(client, { kind: 'scan', person: caller.accountName })))
