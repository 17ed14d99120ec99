export { AddressRanges, parseRanges, plainAddress } from './address-ranges.ts'
export { callHttp, type HttpAnswer } from './http-call.ts'
