import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'

/** A new session token, invitation or key: 122 random bits as a lower-case UUID. */
export const newToken = (): string => randomUUID()

/** One-way hash under which a token is stored. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compared in a time that tells nothing of either. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(tokenHash(one), tokenHash(other))

/** A password for people to copy once: 120 random bits without characters that look alike. */
export const newPassword = (random: (bytes: number) => Uint8Array): string =>
  Array.from(random(24), (byte) => alphabet[byte & 31]).join('')

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
