import type { Verdict } from '@busbar/uplink/handshake'

/** Trust of a connection to the cloud. Only a trusted one reaches the field. */
export type TrustLevel = 'stranger' | 'proven' | 'trusted'

/** Facts that decide which cloud may bind this gateway, and which one has. Keys are raw. */
export interface BindingFacts {
  /** The cloud that this gateway was activated by. */
  readonly pinned: Uint8Array | null
  readonly isActivated: boolean
  /** Activated without a key by an earlier version: served as before until the next activation. */
  readonly isKeptUnpinned: boolean
  /** The one that the administrator named. */
  readonly namedKey: Uint8Array | null
  readonly isWindowOpen: boolean
  /** The administrator accepts an activation without a key. */
  readonly isKeylessAllowed: boolean
}

const isSame = (one: Uint8Array | null, other: Uint8Array): boolean => one !== null && Buffer.compare(one, other) === 0

/** Answer of the gateway to a cloud that has proven this key. */
export const verdictOf = (key: Uint8Array, facts: BindingFacts): Verdict => {
  const { pinned, namedKey, isWindowOpen, isActivated, isKeptUnpinned } = facts
  if (isSame(pinned, key) || isSame(namedKey, key)) return 'welcome'
  if (pinned !== null || namedKey !== null) return 'other'
  return isWindowOpen || (isActivated && isKeptUnpinned) ? 'welcome' : 'over'
}

/** Whether a connection may give a code or "activated". `key` was proven on it; null without a proof. */
export const mayBind = (key: Uint8Array | null, facts: BindingFacts): boolean => {
  const { pinned, namedKey, isWindowOpen, isKeylessAllowed } = facts
  if (key !== null && (isSame(pinned, key) || isSame(namedKey, key))) return true
  if (pinned !== null || namedKey !== null || !isWindowOpen) return false
  return key !== null || isKeylessAllowed
}

export const stepOf = (key: Uint8Array | null, facts: BindingFacts): TrustLevel => {
  const { pinned, namedKey, isActivated, isKeptUnpinned, isKeylessAllowed } = facts
  const expectedKey = pinned ?? namedKey
  const isOwn = expectedKey === null || (key !== null && isSame(expectedKey, key))
  if (isActivated && isOwn && (pinned !== null || isKeptUnpinned || isKeylessAllowed)) return 'trusted'
  return mayBind(key, facts) ? 'proven' : 'stranger'
}

/** Warnings about a configuration in which the cloud is not authenticated by its key. */
export const keylessWarnings = ({
  isActivated,
  pinned,
  isKeptUnpinned,
  isKeylessAllowed,
}: Pick<BindingFacts, 'isActivated' | 'pinned' | 'isKeptUnpinned' | 'isKeylessAllowed'>): string[] => [
  ...(isKeylessAllowed
    ? ['any server at the address of the cloud may bind this gateway without a key (--callback-keyless)']
    : []),
  ...(isActivated && pinned === null && isKeptUnpinned
    ? [
        'gateway was activated without a key: any server at the address of the cloud reaches the field; activate it again',
      ]
    : []),
]
