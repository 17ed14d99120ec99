import { actionTypes, addressForm, parseAddress } from '@busbar/alerts/channels'
import {
  type Action,
  type Alert,
  type Condition,
  conditionKinds,
  conditionLogics,
  type Flapping,
  flappingLimits,
  followUpStages,
  logLevels,
  type Stage,
} from '@busbar/alerts/model'
import { compileValue, formatProblem } from '@busbar/modbus'
import { refusalText } from '../../commands/writing/refusals.rules.ts'
import { formatOf } from '../../commands/writing/value.rules.ts'
import { canonicalValue, textOf } from '../../commands/writing/value-to-write.ts'
import type { AlertParamRow } from '../params.sql.ts'
import type { ActionInput, ConditionInput, DefinitionInput } from './definition.contract.ts'
import { highestBitOf } from './value-range.rules.ts'

/** Errors by field: `conditions.0.kind`. */
export type FieldErrors = Record<string, string>

export type NewCondition = Omit<Condition, 'id' | 'kind'> & { kind: (typeof conditionKinds)[number] }
/** First actions are of the stage `active`, follow-ups of the others. */
export type NewAction = Omit<Action, 'id'> & { stage: Stage }

/** The requested definition, checked and complete. */
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

/** Resolved references, and the existing parameters. */
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

/** Returns the requested definition, or all its errors. */
export const checkDefinition = (
  input: DefinitionInput,
  facts: DefinitionFacts,
): { ok: Definition } | { errors: FieldErrors } => {
  const errors: FieldErrors = {}
  const name = input.name.trim()
  const { conditionLogic, logAs, holdOffSec, maxAgeSec, flapping, policyId, followUps = [] } = input
  const description = input.description?.trim() || null
  if (name.length < 1 || name.length > nameMax) errors['name'] = `must have 1-${nameMax} characters`
  if ((description?.length ?? 0) > descriptionMax)
    errors['description'] = `must have at most ${descriptionMax} characters`
  if (!isOneOf(conditionLogics, conditionLogic)) errors['conditionLogic'] = mustBeOneOf(conditionLogics)
  if (!isOneOf(logLevels, logAs)) errors['logAs'] = mustBeOneOf(logLevels)
  if (holdOffSec !== undefined && !isIntegerIn(holdOffSec, 0, holdOffSecMax))
    errors['holdOffSec'] = mustBeInteger(0, holdOffSecMax)
  if (maxAgeSec != null && !isIntegerIn(maxAgeSec, 1, maxAgeSecMax))
    errors['maxAgeSec'] = mustBeInteger(1, maxAgeSecMax)
  for (const field of ['changes', 'minutes'] as const) {
    const [least, most] = flappingLimits[field]
    if (flapping != null && !isIntegerIn(flapping[field], least, most))
      errors[`flapping.${field}`] = mustBeInteger(least, most)
  }
  if (policyId != null && !facts.policyIds?.has(policyId)) errors['policyId'] = unknown
  const conditions = checkEach(errors, 'conditions', input.conditions, (one, wrong) => conditionOf(one, facts, wrong))
  const actions = checkEach(errors, 'actions', input.actions, (one, wrong) => actionOf(one, 'active', facts, wrong))
  const followUpActions = checkEach(errors, 'followUps', followUps, (one, wrong) => {
    if (isOneOf(followUpStages, one.stage)) return actionOf(one, one.stage, facts, wrong)
    wrong('stage', mustBeOneOf(followUpStages))
    return actionOf(one, 'resolved', facts, wrong)
  })
  if (Object.keys(errors).length > 0 || !isOneOf(conditionLogics, conditionLogic) || !isOneOf(logLevels, logAs))
    return { errors }
  const core = { name, description, conditionLogic, logAs, holdOffSec, maxAgeSec, flapping, policyId }
  return { ok: { ...core, conditions, actions: [...actions, ...followUpActions] } }
}

type ErrorSink = (field: string, message: string) => void

/** Checks each item, unless there are too many. Errors name the position of the item. */
const checkEach = <Input, Item>(
  errors: FieldErrors,
  list: keyof typeof limits,
  input: readonly Input[],
  check: (one: Input, wrong: ErrorSink) => Item | null,
): Item[] => {
  if (input.length > limits[list]) {
    errors[list] = `must have at most ${limits[list]} items`
    return []
  }
  return input.flatMap((one, index) => {
    const item = check(one, (field, message) => {
      errors[`${list}.${index}.${field}`] ??= message
    })
    return item === null ? [] : [item]
  })
}

const conditionOf = (input: ConditionInput, facts: DefinitionFacts, wrong: ErrorSink): NewCondition | null => {
  const { kind } = input
  const paramId = paramIdOf(input, facts, wrong)
  const holdSec = input.holdSec ?? 0
  const deadband = input.deadband ?? 0
  if (!isIntegerIn(holdSec, 0, holdSecMax)) wrong('holdSec', mustBeInteger(0, holdSecMax))
  if (deadband < 0) wrong('deadband', 'must not be negative')
  if (!isOneOf(conditionKinds, kind)) {
    wrong('kind', mustBeOneOf(conditionKinds))
    return null
  }
  const valueType = facts.params.get(paramId ?? 0)?.valueType
  if (valueType === 'string' && kind !== 'reading-error' && kind !== 'no-data')
    wrong('kind', 'does not fit a parameter that holds text')
  const isValueNeeded = kind !== 'reading-error'
  const problem = isValueNeeded ? valueProblem(kind, input.value ?? null, facts.params.get(paramId ?? 0)) : null
  if (problem !== null) wrong('value', problem)
  if (kind === 'change-over' && holdSec < 1) wrong('holdSec', 'is needed: the change is counted within so many seconds')
  return paramId === null ? null : { paramId, kind, value: isValueNeeded ? (input.value ?? 0) : 0, holdSec, deadband }
}

const valueProblem = (
  kind: NewCondition['kind'],
  value: number | null,
  param: AlertParamRow | undefined,
): string | null => {
  if (value === null) return `is needed for the kind ${kind}`
  if (kind === 'no-data') return isIntegerIn(value, 1, silenceSecMax) ? null : mustBeInteger(1, silenceSecMax)
  if (kind === 'bit-set' || kind === 'bit-clear') {
    const last = (param && highestBitOf(param)) ?? bitMax
    return isIntegerIn(value, 0, last) ? null : mustBeInteger(0, last)
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

const actionOf = (input: ActionInput, stage: Stage, facts: DefinitionFacts, wrong: ErrorSink): NewAction | null => {
  const { timeoutMinutes, type } = input
  if (!isIntegerIn(timeoutMinutes, 0, timeoutMinutesMax)) wrong('timeoutMinutes', mustBeInteger(0, timeoutMinutesMax))
  if (!isOneOf(actionTypes, type)) {
    wrong('type', mustBeOneOf(actionTypes))
    return null
  }
  if (type === 'write-param') return writeOf(input, { stage, timeoutMinutes }, facts, wrong)
  const recepient = parseAddress(type, input.recepient ?? '')
  if (recepient !== null) return { stage, timeoutMinutes, type, recepient, paramId: null, value: null }
  wrong('recepient', addressForm(type))
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

const isOneOf = <T extends string>(words: readonly T[], word: string): word is T => words.some((one) => one === word)
const mustBeOneOf = (words: readonly string[]): string => `must be one of ${words.join(', ')}`
const isIntegerIn = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max
const mustBeInteger = (min: number, max: number): string => `must be a whole number from ${min} to ${max}`
