import { type ReadGroup, type ReadItem, ReadPlanner, readExtent, type ValueFormat } from '@busbar/modbus'
import type { ModbusClient } from '@busbar/polling'
import type { ParamTemplate } from '../../devices/templates/param-template.rules.ts'
import type { TemplateFields } from '../../devices/templates/templates.sql.ts'
import { failureText, readRegisters } from '../../field/raw/read-registers.ts'

/** Requests of one check. */
const requestsMax = 16
/** A device that refuses several registers at once may still give each of them. */
const refusals: ReadonlySet<string> = new Set(['IllegalFunction', 'IllegalDataAddress', 'IllegalDataValue'])

interface NamedReadItem extends ReadItem {
  name: string
}

/** Reads what a template tracks, as far as a few requests go; what is wrong, or null. */
export const readProblem = async (
  client: ModbusClient,
  unit: number,
  { paramTemplates, readGroupSize }: Pick<TemplateFields, 'paramTemplates' | 'readGroupSize'>,
): Promise<string | null> => {
  const tracked = paramTemplates.filter(({ isTracked }) => isTracked)
  const items = (tracked.length > 0 ? tracked : paramTemplates).map(
    (param): NamedReadItem => ({
      kind: param.registerKind,
      ...readExtent(param as ValueFormat & ParamTemplate),
      name: param.name.en,
    }),
  )
  const planner = new ReadPlanner<NamedReadItem>({ groupSize: readGroupSize })
  const queue = [...planner.plan(items).groups]
  for (let n = 0; n < requestsMax; n += 1) {
    const group = queue.shift()
    if (group === undefined) break
    const outcome = await readRegisters(client, { unit, ...group })
    if ('ok' in outcome) continue
    const parts = refusals.has(outcome.err) && group.items.length > 1 ? planner.refused(group) : []
    if (parts.length === 0) {
      const text = failureText(outcome.err, { unit, ...group })
      return outcome.err === 'no-connection' ? text : `${text} (${namesOf(group)})`
    }
    queue.unshift(...parts)
  }
  return null
}

const namesOf = ({ items: [first, ...others] }: ReadGroup<NamedReadItem>): string =>
  others.length === 0 ? `${first?.name}` : `${first?.name} and ${others.length} more`
