import { createHash, randomBytes } from 'node:crypto'

const count = 10
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** For who has lost the app: ten codes of 80 random bits, in groups that can be read aloud. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => {
    const code = Array.from(randomBytes(16), (byte) => alphabet[byte & 31]).join('')
    return code.replace(/(.{4})(?=.)/g, '$1-')
  })

/** As it may be typed. */
export const recoveryForm = /^[a-z2-9]{16}$/

/** Without what people put between its characters. */
export const plainCode = (input: string): string => input.toLowerCase().replace(/[\s-]/g, '')

export const recoveryHash = (plain: string): Buffer => createHash('sha256').update(plain).digest()
