import type { Action } from '@busbar/alerts/model'
import type { AlertParamRow } from '../params.sql.ts'
import type { Definition, NewCondition } from './definition.rules.ts'
import { rangeOf, type ValueRange } from './value-range.rules.ts'

/** Facts about the organization that alerts depend on. */
export interface WarningFacts {
  params: ReadonlyMap<number, AlertParamRow>
  /** Channels that the installation has. */
  channels: ReadonlySet<Action['type']>
  /** Switched off, by the organization or by the installation. */
  isSmsOff: boolean
}

/** `policyId` is the stored one: null where the alert has no escalation policy. */
export type DefinitionParts = Pick<Definition, 'conditions' | 'actions'> & { policyId: number | null }

/**
 * Lists valid settings that will not work, each with its field: `conditions.0.value: is never reached: ...`. First
 * actions are listed under `actions`, the others under `followUps`, by index.
 */
export const warningsOf = ({ conditions, actions, policyId }: DefinitionParts, facts: WarningFacts): string[] => {
  const first = actions.filter(({ stage }) => stage === 'active')
  const followUps = actions.filter(({ stage }) => stage !== 'active')
  // Each step of a policy names a contact or a group, and these have channels.
  const hasRecipient = policyId !== null || actions.some(({ type }) => type !== 'write-param')
  return [
    ...(conditions.length === 0 ? ['conditions: there are none, so the alert never begins'] : []),
    ...conditions.flatMap((one, index) =>
      conditionWarnings(one, facts).map((warning) => `conditions.${index}.${warning}`),
    ),
    ...(hasRecipient ? [] : ['actions: nobody is told of it']),
    ...first.flatMap((one, index) => actionWarnings(one, facts).map((warning) => `actions.${index}.${warning}`)),
    ...followUps.flatMap((one, index) => actionWarnings(one, facts).map((warning) => `followUps.${index}.${warning}`)),
  ]
}

const actionWarnings = ({ type }: Pick<Action, 'type'>, { channels, isSmsOff }: WarningFacts): string[] => {
  if (!channels.has(type)) return [`type: the installation has no provider for ${type}`]
  return type === 'sms' && isSmsOff ? ['type: sms is switched off for the organization'] : []
}

const conditionWarnings = (condition: NewCondition, { params }: WarningFacts): string[] => {
  const param = params.get(condition.paramId)
  const range = param === undefined ? null : rangeOf(param)
  if (range === null) return []
  const result = constantResult(condition, range)
  if (result === null) return []
  const values = `the parameter has values from ${numberText(range.min)} to ${numberText(range.max)}`
  return [result ? `value: is always true: ${values}` : `value: is never true: ${values}`]
}

/** True or false whatever is read; null where it depends. */
const constantResult = ({ kind, value }: NewCondition, { min, max }: ValueRange): boolean | null => {
  switch (kind) {
    case 'g':
      return value >= max ? false : value < min ? true : null
    case 'ge':
      return value > max ? false : value <= min ? true : null
    case 'l':
      return value <= min ? false : value > max ? true : null
    case 'le':
      return value < min ? false : value >= max ? true : null
    case 'eq':
      return value > max || value < min ? false : null
    case 'neq':
      return value > max || value < min ? true : null
    case 'change-over':
      return value >= max - min ? false : null
    case 'reading-error':
    case 'no-data':
    case 'bit-set':
    case 'bit-clear':
      return null
  }
}

const digitsMax = 12
const numberText = (value: number): string => String(Number(value.toPrecision(digitsMax)))
