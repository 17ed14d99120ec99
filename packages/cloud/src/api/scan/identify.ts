import type { Call } from '../../service.ts'
import type { Opened } from '../raw/open-connection.ts'
import { listTemplates, selectTemplate, shippedOrgId } from '../templates/templates.sql.ts'
import { type Candidate, candidatesFor } from './candidates.rules.ts'
import { readIdentity } from './read-identity.ts'
import { tryTemplate } from './try-template.ts'

const options = { priority: 'realtime', deadlineMs: 15_000 } as const

/** Who a device says it is, and which templates it answers to. `hint` is what people read on it. */
export const identify = async (call: Call, opened: Opened, unit: number, hint?: string) => {
  const said = await opened.use((exchange) => readIdentity(exchange, unit, options, true))
  const identity = 'ok' in said ? said.ok : null
  const lines = await listTemplates(call.db.sql, call.caller.accountId)
  const templates = []
  // One after another: it is one device.
  for (const candidate of candidatesFor(lines, identity ?? {}, hint)) {
    const shown = await tried(call, opened, unit, candidate)
    if (shown !== null) templates.push(shown)
  }
  templates.sort((a, b) => share(b) - share(a))
  return { identity, ...('err' in said && { err: said.err }), templates }
}

const share = ({ fitting, tried }: { fitting: number; tried: number }): number => fitting / Math.max(1, tried)

const tried = async ({ db, clock }: Call, opened: Opened, unit: number, { line, matched }: Candidate) => {
  const template = await selectTemplate(db.sql, line.id)
  // It was deleted a moment ago.
  if (template === undefined) return null
  const trial = await opened.use((exchange) => tryTemplate(exchange, clock, unit, template))
  const { id, orgId, name, manufacturer, version } = line
  return { id, ...(orgId !== shippedOrgId && { orgId }), name, manufacturer, version, matched, ...trial }
}
