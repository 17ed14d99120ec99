/** Identification that a device reports. */
export interface Identity {
  vendorName?: string
  productCode?: string
  revision?: string
  vendorUrl?: string
  productName?: string
  modelName?: string
  userApplicationName?: string
  /** Whatever else it says, by the maker's own numbers. */
  others?: { id: number; text: string }[]
}

const names = [
  'vendorName',
  'productCode',
  'revision',
  'vendorUrl',
  'productName',
  'modelName',
  'userApplicationName',
] as const

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Objects of function 43, by their numbers. */
export const identityOf = (objects: ReadonlyMap<number, Uint8Array>): Identity => {
  const identity: Identity = {}
  const others: { id: number; text: string }[] = []
  for (const [id, bytes] of objects) {
    const text = textOf(bytes)
    const name = names[id]
    if (text === '') continue
    if (name === undefined) others.push({ id, text })
    else identity[name] = text
  }
  return others.length === 0 ? identity : { ...identity, others }
}

/** Older devices write Latin letters of one byte; controls and the padding around are nothing to read. */
const textOf = (bytes: Uint8Array): string => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    text = Buffer.from(bytes).toString('latin1')
  }
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
