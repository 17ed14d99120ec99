/** How an answer may be packed, the best first. */
export type ContentEncoding = 'br' | 'gzip'
const packings: readonly ContentEncoding[] = ['br', 'gzip']

const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/** The packing that a client likes most of those there are; null where it wants none, or says nothing. */
export const acceptedEncoding = (
  header: string | string[] | undefined,
  there: readonly ContentEncoding[] = packings,
): ContentEncoding | null => {
  if (header === undefined || header.length === 0) return null
  const weights = new Map<string, number>()
  for (const part of String(header).split(',')) {
    const [name = '', ...settings] = part.split(';').map((word) => word.trim().toLowerCase())
    const weight = settings.find((setting) => setting.startsWith('q='))
    // A weight that cannot be parsed excludes its encoding.
    const [, share = '0'] = quality.exec(weight ?? 'q=1') ?? []
    weights.set(name, Number(share))
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  // An uncompressed reply is preferred equally, unless the client gives it a lower weight.
  const plain = weights.get('identity') ?? 0
  let [best, most] = [null as ContentEncoding | null, plain]
  for (const one of there) {
    const weight = weightOf(one === 'gzip' ? alias(weights) : one)
    if (weight > 0 && (best === null ? weight >= most : weight > most)) [best, most] = [one, weight]
  }
  return best
}

/** An old name of it. */
const alias = (weights: ReadonlyMap<string, number>): string =>
  !weights.has('gzip') && weights.has('x-gzip') ? 'x-gzip' : 'gzip'
