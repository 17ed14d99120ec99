import { offsetIn, type ReadGroup } from '@busbar/modbus'
import type { FieldParam } from '../directory/net.ts'
import { valueReason } from '../field/reasons.ts'
import { plainNumber } from '../readings/plain-number.ts'
import type { Takings } from './takings.ts'

/** Takes the values of a group out of the registers, or bits, that answered it. */
export const decodeGroup = (group: ReadGroup<FieldParam>, words: ArrayLike<number>, takings: Takings): void => {
  for (const param of group.items) decodeParam(param, words, offsetIn(group, param), takings)
}

const decodeParam = (param: FieldParam, words: ArrayLike<number>, at: number, takings: Takings): void => {
  const { codec, valueType, isLong } = param
  const place = takings.placeOf(param)
  if (valueType === 'string') {
    const text = codec.decode(words, at)
    if ('ok' in text) takings.text(place, text.ok)
    else takings.failed(place, valueReason(text.err))
    return
  }
  const number = codec.decodeNumber(words, at)
  if ('err' in number) return takings.failed(place, valueReason(number.err))
  takings.number(place, number.ok)
  if (!isLong) return
  const text = codec.decode(words, at)
  if ('ok' in text && text.ok !== plainNumber(number.ok)) takings.text(place, text.ok)
}
