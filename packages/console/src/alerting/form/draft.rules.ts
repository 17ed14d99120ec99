import { channels, listedTypes } from '@busbar/cloud/contract'
import type { AnswerOf, RequestOf } from '../../data/api/api-query.ts'
import type { Texts } from '../../texts/messages.ts'

type Alert = AnswerOf<'alerts', 'get'>
export type Definition = Omit<RequestOf<'alerts', 'create'>, 'orgId'>
export type ConditionKind = Alert['conditions'][string]['kind']
export type Channel = Alert['actions'][string]['type']
export type Stage = Alert['followUps'][string]['stage']

/** Numbers are plain decimal text until they are sent, `` or `NaN` where there is none. Keys tell rows apart while they come and go. */
export interface DraftCondition {
  key: number
  paramId: number | null
  kind: ConditionKind
  value: string
  holdSec: string
  deadband: string
}

export interface DraftAction {
  key: number
  /** Only of follow-ups. */
  stage: Stage
  type: Channel
  timeoutMinutes: string
  recepient: string
  paramId: number | null
  value: string
}

/** An alert as it is being edited. */
export interface AlertDraft {
  name: string
  description: string
  conditionLogic: Alert['conditionLogic']
  logAs: Alert['logAs']
  holdOffSec: string
  /** Empty: it never flaps. */
  flapChanges: string
  flapMinutes: string
  /** 0: none. */
  policyId: number
  conditions: readonly DraftCondition[]
  actions: readonly DraftAction[]
  followUps: readonly DraftAction[]
}

let keys = 0
const nextKey = (): number => {
  keys += 1
  return keys
}

export const newCondition = (paramId: number | null): DraftCondition => ({
  key: nextKey(),
  paramId,
  kind: 'g',
  value: '',
  holdSec: '0',
  deadband: '0',
})

export const newAction = (): DraftAction => ({
  key: nextKey(),
  stage: 'not-confirmed',
  type: 'email',
  timeoutMinutes: '0',
  recepient: '',
  paramId: null,
  value: '',
})

/** A new alert, of a parameter if one was chosen before. */
export const newDraft = (paramId: number | null): AlertDraft => ({
  name: '',
  description: '',
  conditionLogic: 'any',
  logAs: 'warning',
  holdOffSec: '60',
  flapChanges: '6',
  flapMinutes: '10',
  policyId: 0,
  conditions: [newCondition(paramId)],
  actions: [],
  followUps: [],
})

const draftActionOf = (action: Alert['actions'][string], stage: Stage): DraftAction => ({
  key: nextKey(),
  stage,
  type: action.type,
  timeoutMinutes: String(action.timeoutMinutes),
  recepient: action.recepient ?? '',
  paramId: action.paramId ?? null,
  value: action.value === undefined ? '' : String(action.value),
})

export const draftOf = (alert: Alert): AlertDraft => ({
  name: alert.name,
  description: alert.description ?? '',
  conditionLogic: alert.conditionLogic,
  logAs: alert.logAs,
  holdOffSec: String(alert.holdOffSec),
  flapChanges: alert.flapping === null ? '' : String(alert.flapping.changes),
  flapMinutes: String(alert.flapping?.minutes ?? 10),
  policyId: alert.policyId ?? 0,
  conditions: Object.values(alert.conditions).map(({ paramId, kind, value, holdSec, deadband }) => ({
    key: nextKey(),
    paramId,
    kind,
    value: String(value),
    holdSec: String(holdSec),
    deadband: String(deadband),
  })),
  actions: Object.values(alert.actions).map((action) => draftActionOf(action, 'not-confirmed')),
  followUps: Object.values(alert.followUps).map((action) => draftActionOf(action, action.stage)),
})

/** The number of a field; null for an empty one. `NaN` stays, which the service refuses. */
export const numberOf = (text: string): number | null => (text === '' ? null : Number(text))

/** A number, or its text where a number would lose digits; null for an empty field. */
const decimalOf = (text: string): number | string | null => {
  const number = numberOf(text)
  return number === null || Number.isNaN(number) || String(number) === text ? number : text
}

const givenAction = ({ type, timeoutMinutes, recepient, paramId, value }: DraftAction) => {
  const common = { type, timeoutMinutes: numberOf(timeoutMinutes) ?? 0 }
  return type === 'write-param' ? { ...common, paramId, value: decimalOf(value) } : { ...common, recepient }
}

/** Returns the definition that is sent to the service, which validates it. */
export const definitionOf = (draft: AlertDraft): Definition => ({
  name: draft.name,
  description: draft.description.trim() === '' ? null : draft.description,
  conditionLogic: draft.conditionLogic,
  logAs: draft.logAs,
  holdOffSec: numberOf(draft.holdOffSec) ?? 0,
  flapping:
    draft.flapChanges.trim() === ''
      ? null
      : { changes: numberOf(draft.flapChanges) ?? 0, minutes: numberOf(draft.flapMinutes) ?? 0 },
  policyId: draft.policyId === 0 ? null : draft.policyId,
  conditions: draft.conditions.map(({ paramId, kind, value, holdSec, deadband }) => ({
    paramId,
    kind,
    value: kind === 'reading-error' ? null : numberOf(value),
    holdSec: numberOf(holdSec) ?? 0,
    deadband: fieldsOf[kind].deadband === null ? 0 : (numberOf(deadband) ?? 0),
  })),
  actions: draft.actions.map(givenAction),
  followUps: draft.followUps.map((one) => ({ ...givenAction(one), stage: one.stage })),
})

/** Returns the fields of conditions without a parameter, which the service could not parse. */
export const missingParams = ({ conditions }: AlertDraft): string[] =>
  conditions.flatMap(({ paramId }, place) => (paramId === null ? [`conditions.${place}.paramId`] : []))

/** The saved action that is just as this one, by which it can be tried out. */
export const savedActionId = (
  alert: Pick<Alert, 'actions' | 'followUps'>,
  action: DraftAction,
  isFollowUp: boolean,
): number | null => {
  const found = Object.entries(isFollowUp ? alert.followUps : alert.actions).find(
    ([, { type, recepient = '', timeoutMinutes }]) =>
      type === action.type &&
      recepient === action.recepient.trim() &&
      timeoutMinutes === numberOf(action.timeoutMinutes),
  )
  return found === undefined ? null : Number(found[0])
}

/** Which fields a kind of condition has, and what they mean for it. */
export const fieldsOf: Readonly<
  Record<
    ConditionKind,
    {
      value: 'limit' | 'seconds' | 'bit' | 'change' | null
      hold: 'hold' | 'within'
      deadband: 'deadband' | 'tolerance' | null
    }
  >
> = {
  g: { value: 'limit', hold: 'hold', deadband: 'deadband' },
  ge: { value: 'limit', hold: 'hold', deadband: 'deadband' },
  l: { value: 'limit', hold: 'hold', deadband: 'deadband' },
  le: { value: 'limit', hold: 'hold', deadband: 'deadband' },
  eq: { value: 'limit', hold: 'hold', deadband: 'tolerance' },
  neq: { value: 'limit', hold: 'hold', deadband: 'tolerance' },
  'change-over': { value: 'change', hold: 'within', deadband: null },
  'bit-set': { value: 'bit', hold: 'hold', deadband: null },
  'bit-clear': { value: 'bit', hold: 'hold', deadband: null },
  'reading-error': { value: null, hold: 'hold', deadband: null },
  'no-data': { value: 'seconds', hold: 'hold', deadband: null },
}

export const kinds = Object.keys(fieldsOf) as ConditionKind[]

const serialized = (draft: object): string =>
  JSON.stringify(draft, (name, value: unknown) => (name === 'key' ? undefined : value))

/** Compares two drafts; the keys of rows are ignored. */
export const isSameDraft = <T extends object>(one: T, other: T): boolean => serialized(one) === serialized(other)

type FieldErrorTexts = Texts['alertForm']['wrong']

/** Errors of the service, each with its translation. */
const known: readonly (readonly [
  pattern: RegExp,
  text: (words: FieldErrorTexts, found: readonly string[]) => string,
])[] = [
  [/^must be a whole number from (\d+) to (\d+)$/, (words, [, min = '', max = '']) => words.whole({ min, max })],
  [/^must have 1-(\d+) characters$/, (words, [, max = '']) => words.length({ max })],
  [/^must have at most (\d+) characters$/, (words, [, max = '']) => words.tooLong({ max })],
  [/^must have at most (\d+) items$/, (words, [, max = '']) => words.tooMany({ max })],
  [/^must have at most (\d+) parameters to be tried out$/, (words, [, max = '']) => words.tooManyToTry({ max })],
  [/^must be more than 0$/, (words) => words.moreThanZero],
  [/^must not be negative$/, (words) => words.negative],
  [/^is unknown$/, (words) => words.unknown],
  [/^is needed: the change/, (words) => words.within],
  [/^is needed/, (words) => words.needed],
  [/^does not fit a parameter that holds text$/, (words) => words.holdsText],
  [/^is not programmable$/, (words) => words.readOnly],
]

/** Returns the error of a field in the user's language if it is translated, otherwise as the service reports it. */
export const fieldErrorText = ({ alertForm: { wrong } }: Pick<Texts, 'alertForm'>, message: string): string => {
  const type = listedTypes.find((one) => channels[one].address.form === message)
  if (type !== undefined) return wrong[channels[type].address.formKey]
  for (const [pattern, text] of known) {
    const found = pattern.exec(message)
    if (found !== null) return text(wrong, found)
  }
  return message
}
