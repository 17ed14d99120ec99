import { failureReason, withOrigin } from '@busbar/polling'
import type { Handlers } from '../../accounts/call.ts'
import { listTemplates, selectTemplate, shippedOrgId } from '../../devices/templates/templates.sql.ts'
import { readRegisters } from '../../field/raw/read-registers.ts'
import { type ProbeAnswer, probeVariant } from '../../field/scan/probe-variant.ts'
import type { RangeScan } from '../../field/scan/range-scan.ts'
import { readIdentity } from '../../field/scan/read-identity.ts'
import type { FoundUnit } from '../../field/scan/scan.ts'
import type { ScanProgress } from '../../field/scan/scan-work.ts'
import type { ScanOwner } from '../../field/scan/scans.ts'
import type { CommandCall, CommandNeeds } from '../needs.ts'
import type { Connection } from '../raw/connection.contract.ts'
import { type OpenedConnection, openConnection, withConnection } from '../raw/open-connection.ts'
import { blockHints, blockTexts, blockValues } from './block.rules.ts'
import { type Candidate, candidatesFor, withVariants } from './candidates.rules.ts'
import type { scan } from './scan.contract.ts'
import { tryTemplate } from './try-template.ts'

const options = { priority: 'realtime', deadlineMs: 15_000 } as const

/** Identifies a device and finds templates that its registers match. `hint` is text on its label. */
const identify = async (call: CommandCall<'account'>, opened: OpenedConnection, unit: number, hint?: string) => {
  const answer = await opened.use((client) => readIdentity(client, unit, options, true))
  const identity = 'ok' in answer ? answer.ok : null
  const lines = await listTemplates(call.db.sql, call.caller.accountId)
  const templates = []
  // Sequential, because it is one device.
  for (const candidate of withVariants(candidatesFor(lines, identity ?? {}, hint), lines)) {
    const match = await tryCandidate(call, opened, unit, candidate)
    if (match !== null) templates.push(match)
  }
  templates.sort((a, b) => rank(b) - rank(a))
  return { identity, ...('err' in answer && { err: answer.err }), templates }
}

interface TrialScore {
  fitting: number
  tried: number
  variant?: { answer: ProbeAnswer }
}

/** The response to a specific probe counts more than the number of readable registers. */
const answerWeights: Readonly<Record<ProbeAnswer, number>> = { yes: 1, unknown: 0, no: -1 }

const rank = ({ fitting, tried, variant }: TrialScore): number =>
  fitting / Math.max(1, tried) + answerWeights[variant?.answer ?? 'unknown']

const tryCandidate = async (
  { db, clock }: CommandNeeds,
  opened: OpenedConnection,
  unit: number,
  { line, matched }: Candidate,
) => {
  const template = await selectTemplate(db.sql, line.id)
  // It was deleted a moment ago.
  if (template === undefined) return null
  const trial = await opened.use((client) => tryTemplate(client, clock, unit, template))
  const { id, orgId, name, manufacturer, version } = line
  const { variant } = template
  const probedVariant = variant && {
    of: variant.of,
    note: variant.note,
    answer: await opened.use((client) => probeVariant(client, unit, variant.probe)),
  }
  const summary = { id, ...(orgId !== shippedOrgId && { orgId }), name, manufacturer, version }
  return { ...summary, matched, ...trial, ...(probedVariant && { variant: probedVariant }) }
}

const allUnits = { from: 1, till: 247 }
const timeoutMsDefault = 500

export const scanHandlers: Handlers<typeof scan, CommandNeeds> = {
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

/** Also works for a scan that another node runs. */
const actOnScan = (
  { scans, remoteScans, caller: { accountId } }: CommandCall<'account'>,
  act: 'progress' | 'rangesProgress' | 'cancel',
  scanId: string,
): Promise<object> | object =>
  remoteScans === null ? scans.act(act, scanId, accountId) : remoteScans.ask(act, scanId, accountId)

const ownerOf = (
  { caller: { accountId } }: CommandCall<'account'>,
  connection: Connection,
  opened: OpenedConnection,
): ScanOwner => ({
  accountId,
  orgId: opened.netId === null ? null : opened.auditTarget.orgId,
  // Connections that lead through no network are each caller's own.
  link: opened.netId === null ? `${accountId} ${JSON.stringify(connection)}` : `net ${opened.netId}`,
})

/** Marks exchanges as those of a scan, with its owner. */
const useAsScan =
  ({ caller }: CommandCall<'account'>, opened: OpenedConnection): OpenedConnection['use'] =>
  (work) =>
    opened.use((client) => work(withOrigin(client, { kind: 'scan', person: caller.accountName })))
