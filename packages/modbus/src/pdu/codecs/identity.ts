import { fixed, identitySize } from '../sizes.ts'
import { type Codec, same } from './message-codec.ts'

/** The one kind of encapsulated request that we read: Read Device Identification. */
export const deviceIdentification = 14

export const readIdentity: Codec<43> = {
  ask: {
    size: fixed(4),
    write({ level, object }, to) {
      for (const part of [deviceIdentification, level, object]) to.u8(part)
    },
    read(from) {
      same('kind of encapsulated request', from.u8(), deviceIdentification)
      return { level: from.u8(), object: from.u8() }
    },
  },
  answer: {
    size: identitySize,
    write({ level, conformity, more, next, objects }, to) {
      for (const part of [deviceIdentification, level, conformity, more ? 0xff : 0, next, objects.length]) to.u8(part)
      for (const { id, value } of objects) {
        to.u8(id)
        to.u8(value.length)
        to.bytes(value)
      }
    },
    read(from) {
      same('kind of encapsulated request', from.u8(), deviceIdentification)
      const head = { level: from.u8(), conformity: from.u8(), more: from.u8() === 0xff, next: from.u8() }
      const objects = Array.from({ length: from.u8() }, () => ({ id: from.u8(), value: from.bytes(from.u8()) }))
      return { ...head, objects }
    },
  },
}
