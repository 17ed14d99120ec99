const version = 1

/** So that no signature can be taken for one of another kind. */
export const purpose = (text: string): Uint8Array =>
  Buffer.concat([Buffer.from(text, 'ascii'), Uint8Array.of(0, version)])

export const macBytes = (mac: string): Uint8Array => Buffer.from(mac.replaceAll(':', ''), 'hex')
