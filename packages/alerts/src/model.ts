export {
  type Action,
  type Alert,
  type Condition,
  type ConditionKind,
  conditionKinds,
  conditionLogics,
  type Flapping,
  flappingDefault,
  flappingLimits,
  followUpStages,
  type JudgedAlert,
  logLevels,
  type QuietTimes,
  type Stage,
} from './alert.ts'
export type { AlertState, ConditionKey, Confirmation, EndKind, LogDetail, OccurrenceState } from './alert-state.ts'
export { type Hold, type HoldReason, holdReasons, type Mute, openEnd, type WindowRule } from './holds.ts'
