/** Bytes of `01 03 00 2a`; spaces are for the reader. For tests and tools. */
export const unhex = (text: string): Uint8Array => Uint8Array.fromHex(text.replaceAll(' ', ''))

export const hex = (bytes: Uint8Array): string => bytes.toHex().replace(/(..)(?=.)/g, '$1 ')
