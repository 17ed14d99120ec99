const shownChars = 8

/** As much of a public key as people read to each other by phone; a gateway shows the same. Null where there is none. */
export function shownKey(key: Uint8Array): string
export function shownKey(key: Uint8Array | null): string | null
export function shownKey(key: Uint8Array | null): string | null {
  return key === null || key.length === 0 ? null : Buffer.from(key).toString('base64').slice(0, shownChars)
}
