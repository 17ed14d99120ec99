import { plainNumber } from '@busbar/kit'
import { offsetIn, type ReadGroup } from '@busbar/modbus'
import type { FieldParam } from './net.ts'
import type { PollResult } from './poll-result.ts'
import { valueReason } from './reasons.ts'

/** Takes the values of a group out of the registers, or bits, that answered it. */
export const decodeGroup = (group: ReadGroup<FieldParam>, words: ArrayLike<number>, pollResult: PollResult): void => {
  for (const param of group.items) decodeParam(param, words, offsetIn(group, param), pollResult)
}

const decodeParam = (param: FieldParam, words: ArrayLike<number>, at: number, pollResult: PollResult): void => {
  const { codec, valueType, isLong } = param
  const index = pollResult.indexOf(param)
  if (valueType === 'string') {
    const text = codec.decode(words, at)
    if ('ok' in text) pollResult.text(index, text.ok)
    else pollResult.failed(index, valueReason(text.err))
    return
  }
  const number = codec.decodeNumber(words, at)
  if ('err' in number) return pollResult.failed(index, valueReason(number.err))
  pollResult.number(index, number.ok)
  if (!isLong) return
  const text = codec.decode(words, at)
  if ('ok' in text && text.ok !== plainNumber(number.ok)) pollResult.text(index, text.ok)
}
