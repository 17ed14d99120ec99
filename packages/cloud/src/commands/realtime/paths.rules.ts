/** Meaning of a path of get-param-values. */
export type Path =
  | { kind: 'constant'; value: number | string }
  | { kind: 'connection'; net: string }
  | { kind: 'last' | 'realtime'; param: string }

/** Limit per request; the total time of real-time reads is limited, too. */
const pathsMax = 1000

/** The paths of a text, each once. */
export const pathsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter((path) => path !== ''))]

/** Null where it cannot mean anything. */
export const parsePath = (text: string): Path | null => {
  if (text.startsWith('!')) return constantPath(text.slice(1))
  if (text.startsWith('conn?')) return { kind: 'connection', net: text.slice('conn?'.length) }
  if (text.startsWith('*')) return { kind: 'realtime', param: text.slice(1) }
  return { kind: 'last', param: text }
}

/** A number if it has every digit of the constant; otherwise the constant as it was written. */
const constantPath = (text: string): Path | null => {
  const decimal = scientific(text)
  if (decimal === null) return null
  const number = Number(text)
  return { kind: 'constant', value: scientific(String(number)) === decimal ? number : text }
}

const decimalForm = /^([-+]?)(?=\.?\d)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i

/** Significant digits and a power of ten, the same for `1.50` and `15e-1`; null if the text is not a decimal. */
const scientific = (text: string): string | null => {
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimalForm.exec(text) ?? []
  if (sign === undefined) return null
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  // A search for /0+$/ would take quadratic time on long runs of zeros.
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  if (end === 0) return '0'
  const power = Number(exponent) - fraction.length + digits.length - end
  return `${sign === '-' ? '-' : ''}${digits.slice(0, end)}e${power}`
}

/** Returns the problem of a list of paths, or null. */
export const pathsProblem = (text: string): string | null => {
  return pathsOf(text).length > pathsMax ? `must have at most ${pathsMax} paths` : null
}
