import type { Seal, Secrets } from './secrets.ts'

export const netPlace = (orgId: number, netId: number): string => `net.sealed_passwords ${orgId} ${netId}`
export const gatewayPlace = (gatewayId: number): string => `gateway.sealed_passwords ${gatewayId}`

/** None are stored as nothing. */
export const sealPasswords = (seal: Seal, place: string, passwords: readonly string[]): Buffer | null =>
  passwords.length === 0 ? null : seal(place, Buffer.from(JSON.stringify(passwords)))

/** Null where they cannot be opened. */
export const openPasswords = (secrets: Secrets, place: string, sealed: Uint8Array | null): string[] | null => {
  if (sealed === null) return []
  const plain = secrets.open(place, sealed)
  return plain === null ? null : (JSON.parse(plain.toString()) as string[])
}
