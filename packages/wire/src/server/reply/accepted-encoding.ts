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
  const wishes = new Map<string, number>()
  for (const part of String(header).split(',')) {
    const [name = '', ...settings] = part.split(';').map((word) => word.trim().toLowerCase())
    const given = settings.find((setting) => setting.startsWith('q='))
    wishes.set(name, given === undefined ? 1 : Number(quality.exec(given)?.[1] ?? 0))
  }
  const wish = (name: string): number => wishes.get(name) ?? wishes.get('*') ?? 0
  // What is not packed is as good as anything, unless it is asked for less.
  const plain = wishes.get('identity') ?? 0
  let [best, most] = [null as ContentEncoding | null, plain]
  for (const one of there) {
    const wanted = wish(one === 'gzip' ? alias(wishes) : one)
    if (wanted > 0 && (best === null ? wanted >= most : wanted > most)) [best, most] = [one, wanted]
  }
  return best
}

/** An old name of it. */
const alias = (wishes: ReadonlyMap<string, number>): string =>
  !wishes.has('gzip') && wishes.has('x-gzip') ? 'x-gzip' : 'gzip'
