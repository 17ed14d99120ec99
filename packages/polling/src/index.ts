export { AnswerTimes } from './answer-times.ts'
export {
  type ExchangeOptions,
  type ExchangeResult,
  type LinkStatus,
  type ModbusClient,
  type Origin,
  type Priority,
  withOrigin,
} from './modbus-client.ts'
export type { FieldDevice, FieldNet, FieldParam } from './net.ts'
export { DevicePlan } from './plan.ts'
export type { PolledParam, PolledValues } from './poll.ts'
export { pollDevice } from './poll-device.ts'
export { Poller } from './poller.ts'
export { type Failure, failureReason, isUnclear, type Reason, valueReason } from './reasons.ts'
export type { DeviceState } from './states.rules.ts'
export type { NetStatistics } from './statistics.rules.ts'
