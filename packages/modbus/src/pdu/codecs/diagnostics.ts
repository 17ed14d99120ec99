import type { FunctionTable } from '../functions.ts'
import { counted, fixed, queryDataSize } from '../sizes.ts'
import { type Codec, type MessageCodec, nothing } from './message-codec.ts'

export const readStatus: Codec<7> = {
  ask: nothing,
  answer: { size: fixed(2), write: ({ status }, to) => to.u8(status), read: (from) => ({ status: from.u8() }) },
}

const diagnosis: MessageCodec<FunctionTable[8]['ask']> = {
  size: queryDataSize,
  write({ sub, data }, to) {
    to.u16(sub)
    to.bytes(data)
  },
  read: (from) => ({ sub: from.u16(), data: from.bytes(from.left) }),
}
export const diagnose: Codec<8> = { ask: diagnosis, answer: diagnosis }

export const readEventCounter: Codec<11> = {
  ask: nothing,
  answer: {
    size: fixed(5),
    write({ status, events }, to) {
      to.u16(status)
      to.u16(events)
    },
    read: (from) => ({ status: from.u16(), events: from.u16() }),
  },
}

export const readEventLog: Codec<12> = {
  ask: nothing,
  answer: {
    size: counted(1),
    write({ status, events, messages, log }, to) {
      to.u8(6 + log.length)
      for (const head of [status, events, messages]) to.u16(head)
      to.bytes(log)
    },
    read(from) {
      from.countOfRest()
      return { status: from.u16(), events: from.u16(), messages: from.u16(), log: from.bytes(from.left) }
    },
  },
}

export const reportServerId: Codec<17> = {
  ask: nothing,
  answer: {
    size: counted(1),
    write({ data }, to) {
      to.u8(data.length)
      to.bytes(data)
    },
    read: (from) => ({ data: from.bytes(from.countOfRest()) }),
  },
}
