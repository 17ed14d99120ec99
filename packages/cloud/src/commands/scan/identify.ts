import { listTemplates, selectTemplate, shippedOrgId } from '../../devices/templates/templates.sql.ts'
import { type ProbeAnswer, probeVariant } from '../../field/scan/probe-variant.ts'
import { readIdentity } from '../../field/scan/read-identity.ts'
import type { Call } from '../../start/service.ts'
import type { OpenedConnection } from '../raw/open-connection.ts'
import { type Candidate, candidatesFor, withVariants } from './candidates.rules.ts'
import { tryTemplate } from './try-template.ts'

const options = { priority: 'realtime', deadlineMs: 15_000 } as const

/** Who a device says it is, and which templates it answers to. `hint` is what people read on it. */
export const identify = async (call: Call, opened: OpenedConnection, unit: number, hint?: string) => {
  const answer = await opened.use((client) => readIdentity(client, unit, options, true))
  const identity = 'ok' in answer ? answer.ok : null
  const lines = await listTemplates(call.db.sql, call.caller.accountId)
  const templates = []
  // One after another: it is one device.
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

/** What a unit says to a question made for it weighs more than how many registers answer. */
const answerWeights: Readonly<Record<ProbeAnswer, number>> = { yes: 1, unknown: 0, no: -1 }

const rank = ({ fitting, tried, variant }: TrialScore): number =>
  fitting / Math.max(1, tried) + answerWeights[variant?.answer ?? 'unknown']

const tryCandidate = async (
  { db, clock }: Call,
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
