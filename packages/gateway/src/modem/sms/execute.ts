import { decodeResponse, decodeValue, encodeRequest, type Request, registerCount } from '@busbar/modbus'
import type { Requester, UnitGate } from '../../gate/requester.ts'
import type { SmsItem } from './command.rules.ts'

const noAnswer = 11

/** Reads or writes one item, once, and says what came of it. */
export const executeItem = async (
  gate: UnitGate,
  requester: Requester,
  item: SmsItem,
  words: { readonly noAnswer: string },
): Promise<string> => {
  const request = requestOf(item)
  const answer = await gate.ask(requester, item.unit, encodeRequest(request))
  if (answer === undefined) return `${item.name} !${words.noAnswer}`
  const decoded = decodeResponse(answer, request)
  if ('err' in decoded) return `${item.name} !${words.noAnswer}`
  const response = decoded.ok
  if (response.fn === 'exception') return `${item.name} !${response.code === noAnswer ? words.noAnswer : response.code}`
  if (item.words !== undefined) return `${item.name}=${valueOf(item, item.words)} ok`
  if (response.fn === 1 || response.fn === 2) return `${item.name}=${response.bits[0]}`
  return response.fn === 3 || response.fn === 4 ? `${item.name}=${valueOf(item, response.words)}` : `${item.name} !?`
}

const valueOf = ({ area, format }: SmsItem, words: ArrayLike<number>): string => {
  if (area === 'C' || area === 'D') return String(words[0])
  const value = decodeValue(format, words)
  return 'ok' in value ? value.ok : '?'
}

const requestOf = ({ area, address, format, words }: SmsItem): Request => {
  if (words !== undefined) {
    const [first = 0] = words
    if (area === 'C') return { fn: 5, address, on: first !== 0 }
    return words.length === 1 ? { fn: 6, address, word: first } : { fn: 16, address, words: [...words] }
  }
  switch (area) {
    case 'C':
      return { fn: 1, address, count: 1 }
    case 'D':
      return { fn: 2, address, count: 1 }
    case 'H':
      return { fn: 3, address, count: registerCount(format) }
    case 'I':
      return { fn: 4, address, count: registerCount(format) }
  }
}
