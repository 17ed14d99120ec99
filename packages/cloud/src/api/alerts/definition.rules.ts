import { compileValue, formatProblem } from '@busbar/modbus'
import {
  type Action,
  type Alert,
  actionTypes,
  type Condition,
  conditionKinds,
  conditionLogics,
  type Flapping,
  flappingLimits,
  followUpStages,
  logLevels,
  type Stage,
} from '../../alerts/alert.ts'
import { canonicalValue, textOf } from '../../writing/given-value.ts'
import { refusalText } from '../../writing/refusals.rules.ts'
import { formatOf } from '../../writing/value.rules.ts'
import type { ActionInput, ConditionInput, DefinitionInput } from './definition.contract.ts'
import type { AlertParamRow } from './params.sql.ts'
import { recipientForms, recipientOf } from './recipients.rules.ts'
import { highestBitOf } from './value-range.rules.ts'

/** What is wrong, by field: `conditions.0.kind`. */
export type FieldErrors = Record<string, string>

export type NewCondition = Omit<Condition, 'id' | 'kind'> & { kind: (typeof conditionKinds)[number] }
/** First actions are of the stage `active`, follow-ups of the others. */
export type NewAction = Omit<Action, 'id'> & { stage: Stage }

/** What was asked, checked and complete. */
export interface Definition {
  name: string
  description: string | null
  conditionLogic: Alert['conditionLogic']
  logAs: Alert['logAs']
  /** Undefined: as it was. */
  holdOffSec: number | undefined
  /** The same; null: three periods of the device. */
  maxAgeSec: number | null | undefined
  /** The same; null: it never flaps. */
  flapping: Flapping | null | undefined
  /** The same; null: none. */
  policyId: number | null | undefined
  conditions: readonly NewCondition[]
  actions: readonly NewAction[]
}

/** What references mean, and the parameters that there are. */
export interface DefinitionFacts {
  references: ReadonlyMap<string, number>
  params: ReadonlyMap<number, AlertParamRow>
  /** Escalation policies that there are. */
  policyIds?: ReadonlySet<number>
}

export const limits = { conditions: 50, actions: 20, followUps: 20 } as const
const nameMax = 200
const descriptionMax = 2000
const holdSecMax = 604_800
const holdOffSecMax = 86_400
const maxAgeSecMax = 604_800
const timeoutMinutesMax = 525_600
const silenceSecMax = 31_536_000
const bitMax = 63
const unknown = 'is unknown'

/** What was asked, or all that is wrong with it. */
export const checkDefinition = (
  given: DefinitionInput,
  known: DefinitionFacts,
): { ok: Definition } | { errors: FieldErrors } => {
  const errors: FieldErrors = {}
  const name = given.name.trim()
  const { conditionLogic, logAs, holdOffSec, maxAgeSec, flapping, policyId, followUps = [] } = given
  const description = given.description?.trim() || null
  if (name.length < 1 || name.length > nameMax) errors['name'] = `must have 1-${nameMax} characters`
  if ((description?.length ?? 0) > descriptionMax)
    errors['description'] = `must have at most ${descriptionMax} characters`
  if (!isOf(conditionLogics, conditionLogic)) errors['conditionLogic'] = mustBeOf(conditionLogics)
  if (!isOf(logLevels, logAs)) errors['logAs'] = mustBeOf(logLevels)
  if (holdOffSec !== undefined && !isWhole(holdOffSec, 0, holdOffSecMax))
    errors['holdOffSec'] = mustBeWhole(0, holdOffSecMax)
  if (maxAgeSec != null && !isWhole(maxAgeSec, 1, maxAgeSecMax)) errors['maxAgeSec'] = mustBeWhole(1, maxAgeSecMax)
  for (const field of ['changes', 'minutes'] as const) {
    const [least, most] = flappingLimits[field]
    if (flapping != null && !isWhole(flapping[field], least, most))
      errors[`flapping.${field}`] = mustBeWhole(least, most)
  }
  if (policyId != null && !known.policyIds?.has(policyId)) errors['policyId'] = unknown
  const conditions = each(errors, 'conditions', given.conditions, (one, wrong) => conditionOf(one, known, wrong))
  const actions = each(errors, 'actions', given.actions, (one, wrong) => actionOf(one, 'active', known, wrong))
  const later = each(errors, 'followUps', followUps, (one, wrong) => {
    if (isOf(followUpStages, one.stage)) return actionOf(one, one.stage, known, wrong)
    wrong('stage', mustBeOf(followUpStages))
    return actionOf(one, 'resolved', known, wrong)
  })
  if (Object.keys(errors).length > 0 || !isOf(conditionLogics, conditionLogic) || !isOf(logLevels, logAs))
    return { errors }
  const core = { name, description, conditionLogic, logAs, holdOffSec, maxAgeSec, flapping, policyId }
  return { ok: { ...core, conditions, actions: [...actions, ...later] } }
}

type ErrorSink = (field: string, message: string) => void

/** Checks each item, unless there are too many. What is wrong with one is told by its place. */
const each = <Given, Item>(
  errors: FieldErrors,
  list: keyof typeof limits,
  given: readonly Given[],
  check: (one: Given, wrong: ErrorSink) => Item | null,
): Item[] => {
  if (given.length > limits[list]) {
    errors[list] = `must have at most ${limits[list]} items`
    return []
  }
  return given.flatMap((one, place) => {
    const item = check(one, (field, message) => {
      errors[`${list}.${place}.${field}`] ??= message
    })
    return item === null ? [] : [item]
  })
}

const conditionOf = (given: ConditionInput, known: DefinitionFacts, wrong: ErrorSink): NewCondition | null => {
  const { kind } = given
  const paramId = paramIdOf(given, known, wrong)
  const holdSec = given.holdSec ?? 0
  const deadband = given.deadband ?? 0
  if (!isWhole(holdSec, 0, holdSecMax)) wrong('holdSec', mustBeWhole(0, holdSecMax))
  if (deadband < 0) wrong('deadband', 'must not be negative')
  if (!isOf(conditionKinds, kind)) {
    wrong('kind', mustBeOf(conditionKinds))
    return null
  }
  const valueType = known.params.get(paramId ?? 0)?.valueType
  if (valueType === 'string' && kind !== 'reading-error' && kind !== 'no-data')
    wrong('kind', 'does not fit a parameter that holds text')
  const isValueNeeded = kind !== 'reading-error'
  const problem = isValueNeeded ? valueProblem(kind, given.value ?? null, known.params.get(paramId ?? 0)) : null
  if (problem !== null) wrong('value', problem)
  if (kind === 'change-over' && holdSec < 1) wrong('holdSec', 'is needed: the change is counted within so many seconds')
  return paramId === null ? null : { paramId, kind, value: isValueNeeded ? (given.value ?? 0) : 0, holdSec, deadband }
}

const valueProblem = (
  kind: NewCondition['kind'],
  value: number | null,
  param: AlertParamRow | undefined,
): string | null => {
  if (value === null) return `is needed for the kind ${kind}`
  if (kind === 'no-data') return isWhole(value, 1, silenceSecMax) ? null : mustBeWhole(1, silenceSecMax)
  if (kind === 'bit-set' || kind === 'bit-clear') {
    const last = (param && highestBitOf(param)) ?? bitMax
    return isWhole(value, 0, last) ? null : mustBeWhole(0, last)
  }
  return kind === 'change-over' && value <= 0 ? 'must be more than 0' : null
}

/** Parameters of others look as if they were not there. */
const paramIdOf = (
  { paramId, param }: ConditionInput,
  { references, params }: DefinitionFacts,
  wrong: ErrorSink,
): number | null => {
  const named = param == null ? null : (references.get(param) ?? null)
  const id = paramId ?? named
  if (id !== null && params.has(id) && (named === null || named === id)) return id
  if (paramId == null) wrong('param', unknown)
  else if (params.has(paramId)) wrong('param', 'names another parameter than paramId')
  else wrong('paramId', unknown)
  return null
}

const actionOf = (given: ActionInput, stage: Stage, known: DefinitionFacts, wrong: ErrorSink): NewAction | null => {
  const { timeoutMinutes, type } = given
  if (!isWhole(timeoutMinutes, 0, timeoutMinutesMax)) wrong('timeoutMinutes', mustBeWhole(0, timeoutMinutesMax))
  if (!isOf(actionTypes, type)) {
    wrong('type', mustBeOf(actionTypes))
    return null
  }
  if (type === 'write-param') return writeOf(given, { stage, timeoutMinutes }, known, wrong)
  const recepient = recipientOf(type, given.recepient ?? '')
  if (recepient !== null) return { stage, timeoutMinutes, type, recepient, paramId: null, value: null }
  wrong('recepient', recipientForms[type] ?? unknown)
  return null
}

const writeOf = (
  { paramId, value }: ActionInput,
  when: Pick<NewAction, 'stage' | 'timeoutMinutes'>,
  { params }: DefinitionFacts,
  wrong: ErrorSink,
): NewAction | null => {
  const param = params.get(paramId ?? 0)
  if (paramId == null) wrong('paramId', 'is needed for the type write-param')
  else if (param === undefined) wrong('paramId', unknown)
  if (value == null) wrong('value', 'is needed for the type write-param')
  if (param === undefined || value == null) return null
  const text = canonicalValue(param, textOf(value))
  const isReadOnly = param.registerKind === 'input' || param.registerKind === 'discrete-input'
  if (isReadOnly || !param.isProgrammable) wrong('paramId', 'is not programmable')
  else if (formatProblem(formatOf(param), param.registerKind) !== null) wrong('paramId', 'is set up wrongly')
  else {
    const encoded = compileValue(formatOf(param)).encode(text)
    if ('err' in encoded) wrong('value', refusalText(encoded.err))
  }
  return { ...when, type: 'write-param', recepient: null, paramId: param.id, value: text }
}

const isOf = <T extends string>(words: readonly T[], word: string): word is T => words.some((one) => one === word)
const mustBeOf = (words: readonly string[]): string => `must be one of ${words.join(', ')}`
const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max
const mustBeWhole = (min: number, max: number): string => `must be a whole number from ${min} to ${max}`
