import { createHash } from 'node:crypto'

/** Pinned key of a MAC: null if no key was shown yet, empty if a gateway without a key was admitted by code. */
export type PinnedKey = Uint8Array | null

export type Verdict = 'accept' | 'pin' | { refused: string }

/** May a caller speak for a network? `key` is the one it proved, null when it has none. */
export const judge = (pinned: PinnedKey, key: Uint8Array | null, isKeylessAllowed: boolean): Verdict => {
  const isPinned = pinned !== null && pinned.length > 0
  if (key === null) {
    if (isPinned) return { refused: 'a caller with this MAC and no key was refused' }
    return isKeylessAllowed ? 'accept' : { refused: 'the gateway has no key, and the network does not allow that' }
  }
  if (pinned === null) return 'pin'
  return isSameKey(pinned, key) ? 'accept' : { refused: 'a caller with this MAC and another key was refused' }
}

export const isSameKey = (pinned: PinnedKey, key: Uint8Array): boolean =>
  pinned !== null && Buffer.compare(pinned, key) === 0

/** A key's name for people. */
export const keyIdOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

/** The network that a source is in: 256 IPv4 addresses, or what one IPv6 customer has at most. */
export const networkOf = (source: string): string =>
  source.includes(':') ? source.split(':').slice(0, 3).join(':') : source.replace(/\.\d+$/, '')
