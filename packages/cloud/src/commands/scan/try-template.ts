import type { Clock } from '@busbar/kit'
import { compileValue, formatProblem, type ValueFormat } from '@busbar/modbus'
import type { FieldParam, ModbusClient } from '@busbar/polling'
import type { ParamTemplate } from '../../devices/templates/param-template.rules.ts'
import type { TemplateFields } from '../../devices/templates/templates.sql.ts'
import { type ReadResult, readParams } from '../realtime/read-params.ts'

export interface TemplateTrial {
  /** Parameters that were asked for; those that say they have no value tell nothing about the template. */
  tried: number
  /** Number of plausible values: a known one of an enum, or one within limits if there are any. */
  fitting: number
}

/** The first so many that a template tracks, in so few requests: a trial is no reading of the whole device. */
const paramsMax = 12
const requestsMax = 6
const deadlineMs = 5000

/** How well a device answers as a template says it does. */
export const tryTemplate = async (
  client: ModbusClient,
  clock: Clock,
  unit: number,
  { paramTemplates, readGroupSize }: Pick<TemplateFields, 'paramTemplates' | 'readGroupSize'>,
): Promise<TemplateTrial> => {
  const readable = paramTemplates.filter((param) => formatProblem(param as ValueFormat, param.registerKind) === null)
  const tracked = readable.filter(({ isTracked }) => isTracked)
  const chosen = (tracked.length > 0 ? tracked : readable).slice(0, paramsMax)
  const options = { clock, priority: 'realtime', deadlineMs } as const
  const results = await readParams(
    limited(requestsMax, client),
    { unit, readGroupSize },
    chosen.map(fieldParam),
    options,
  )
  const fitting = chosen.filter((param, index) => {
    const result = results.get(index)
    return result !== undefined && 'value' in result && isPossible(param, result.value)
  })
  const silent = chosen.filter((_, index) => isNoValue(results.get(index)))
  return { tried: chosen.length - silent.length, fitting: fitting.length }
}

const fieldParam = (param: ParamTemplate, index: number): FieldParam => {
  const codec = compileValue(param as ValueFormat)
  const { address, registerKind: kind, valueType } = param
  return { id: index, kind, address: address - codec.before, count: codec.registers, valueType, codec, isLong: false }
}

const isNoValue = (result: ReadResult | undefined): boolean =>
  result !== undefined && 'err' in result && result.err === 'NoValue'

const isPossible = ({ min, max, enum: labels }: ParamTemplate, value: string): boolean => {
  if (labels !== undefined) return Object.hasOwn(labels, value)
  const number = Number(value)
  return !(min !== undefined && number < Number(min)) && !(max !== undefined && number > Number(max))
}

/** After so many requests nothing more is sent. */
const limited = (limit: number, client: ModbusClient): ModbusClient => {
  let left = limit
  const hasBudget = (): boolean => {
    left -= 1
    return left >= 0
  }
  return {
    ask: (unit, request, options) =>
      hasBudget() ? client.ask(unit, request, options) : Promise.resolve({ err: 'expired' }),
    transact: (unit, pdu, options) =>
      hasBudget() ? client.transact(unit, pdu, options) : Promise.resolve({ err: 'expired' }),
  }
}
