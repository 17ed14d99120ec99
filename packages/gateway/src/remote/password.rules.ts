import { encodeRequest } from '@busbar/modbus'

const passwordAt = 100

/** Registers 100-119 take a password, one character each, and a zero behind it. */
export const passwordPdu = (password: string): Uint8Array => {
  const words = [...Array.from(password, (character) => character.charCodeAt(0)), 0]
  return encodeRequest({ fn: 16, address: passwordAt, words })
}
