/** What a path of get-param-values asks for. */
export type Path =
  | { kind: 'number'; number: number }
  | { kind: 'connection'; net: string }
  | { kind: 'last' | 'realtime'; param: string }

/** Of one request; how long those that are read in real time may take together is limited too. */
const pathsMax = 1000

/** The paths of a text, each once. */
export const pathsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter((path) => path !== ''))]

/** Null where it cannot mean anything. */
export const parsePath = (text: string): Path | null => {
  if (text.startsWith('!')) return numberPath(text.slice(1))
  if (text.startsWith('conn?')) return { kind: 'connection', net: text.slice('conn?'.length) }
  if (text.startsWith('*')) return { kind: 'realtime', param: text.slice(1) }
  return { kind: 'last', param: text }
}

const numberPath = (text: string): Path | null => {
  const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? { kind: 'number', number } : null
}

/** What is wrong with a list of paths, or null. */
export const pathsProblem = (text: string): string | null => {
  return pathsOf(text).length > pathsMax ? `must have at most ${pathsMax} paths` : null
}
