/** What a path of get-param-values asks for. */
export type Path =
  | { what: 'number'; number: number }
  | { what: 'connection'; net: string }
  | { what: 'last' | 'realtime'; param: string }

const pathsMax = 200
/** Parameters that are read while the caller waits. */
export const realtimeMax = 50

/** The paths of a text, each once. */
export const pathsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter((path) => path !== ''))]

/** Null where it cannot mean anything. */
export const parsePath = (text: string): Path | null => {
  if (text.startsWith('!')) return numberPath(text.slice(1))
  if (text.startsWith('conn?')) return { what: 'connection', net: text.slice('conn?'.length) }
  if (text.startsWith('*')) return { what: 'realtime', param: text.slice(1) }
  return { what: 'last', param: text }
}

const numberPath = (text: string): Path | null => {
  const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(number) ? { what: 'number', number } : null
}

/** What is wrong with a list of paths, or null. */
export const pathsProblem = (text: string): string | null => {
  const paths = pathsOf(text)
  if (paths.length > pathsMax) return `must have at most ${pathsMax} paths`
  const realtime = paths.filter((path) => path.startsWith('*'))
  return realtime.length > realtimeMax ? `must have at most ${realtimeMax} real-time paths` : null
}
