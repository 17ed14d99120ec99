import type { WaitingGateway } from '../../field/raw/raw-field.ts'

/** Which of those that wait under a MAC showed an activation code: it is known by its key, or by having none. */
export const gatewayWithKey = <T extends Pick<WaitingGateway, 'key'>>(
  waiting: readonly T[],
  key: Uint8Array | null,
): T | undefined => waiting.find((gateway) => isSame(gateway.key, key))

/**
 * Which of them a connect code leads to: the one with the key that is pinned. Where none is, the MAC is all that is known, and when
 * several claim it none is taken.
 */
export const gatewayOfConnectCode = <T extends Pick<WaitingGateway, 'key'>>(
  waiting: readonly T[],
  pinned: Uint8Array | null,
): T | undefined => {
  if (pinned !== null && pinned.length > 0) return gatewayWithKey(waiting, pinned)
  return waiting.length === 1 ? waiting[0] : undefined
}

const isSame = (a: Uint8Array | null, b: Uint8Array | null): boolean =>
  a === null || b === null ? a === b : Buffer.compare(a, b) === 0
