export {
  Client,
  type ClientOptions,
  type ClientWatch,
  decodeAnswer,
  type Priority,
  type RequestLimits,
  type TransactOptions,
  type WatchedRequest,
} from './client/client.ts'
export { LateAnswers } from './client/late-answers.ts'
export type { ExchangeResult, LinkFailure } from './client/outcome.ts'
export { RequestQueue } from './client/request-queue.ts'
export { crc16 } from './envelope/crc.ts'
export type { Envelope, Frame, Parser } from './envelope/frame.ts'
export { type EnvelopeName, envelopes } from './envelope/index.ts'
export { RequestSniffer } from './envelope/request-sniffer.ts'
export {
  type ExceptionCode,
  type ExceptionName,
  exceptionCode,
  exceptionName,
  exceptions,
  functionCode,
  isExceptionPdu,
} from './pdu/exceptions.ts'
export { broadcastEcho, fits } from './pdu/fits.ts'
export type { ExceptionReply, RawPdu, Request, Response, ResponseTo } from './pdu/functions.ts'
export { decodeRequest, decodeResponse, encodeRequest, encodeResponse, pduSize } from './pdu/pdu.ts'
export { isReading } from './pdu/reading.ts'
export { trimAnswer } from './pdu/stretch.ts'
export { offsetIn, type ReadGroup, type ReadItem } from './planning/group.ts'
export { type PlanOptions, plan, type ReadPlan } from './planning/plan.ts'
export { ReadPlanner } from './planning/planner.ts'
export { answerFrom, exceptionPdu } from './server/answer.ts'
export { type Bank, type Identity, MemoryBank } from './server/bank.ts'
export { type Connection, type Handler, type ServeOptions, serve } from './server/serve.ts'
export type { ByteStream } from './stream.ts'
export { isBitKind, type RegisterKind, readMax, registerKinds } from './tables.ts'
export { compileValue, type Decoded, decodeValue, encodeValue, type ValueCodec } from './values/codec.ts'
export { sumText } from './values/decimal.ts'
export type { Encoded, WriteError } from './values/encode.ts'
export {
  type ByteOrder,
  byteOrders,
  type Coding,
  type ValueFormat,
  type ValueType,
  valueTypes,
} from './values/format.ts'
export { formatProblem } from './values/problems/problems.ts'
export type { ValueError } from './values/raw/raw.ts'
export { readExtent, registerCount } from './values/shape.ts'
