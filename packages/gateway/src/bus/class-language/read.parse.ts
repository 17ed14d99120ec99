import { integerIn } from './numbers.rules.ts'
import type { EngineCode } from './problem.ts'
import type { Source } from './statement.ts'

const tables = {
  coil: { fn: 1, countMax: 2000 },
  discrete: { fn: 2, countMax: 2000 },
  holding: { fn: 3, countMax: 125 },
  input: { fn: 4, countMax: 125 },
} as const

export const valueName = /^[A-Za-z_]\w{0,31}$/

type ParsedRead = { readonly source: Source; readonly name: string }

/** Parses the part after READ: `holding 0 1 AS type`, `id 1 AS maker`, `exc AS last`. */
export function parseRead(words: readonly string[]): ParsedRead | EngineCode {
  const as = words.lastIndexOf('AS')
  const [name = '', ...rest] = words.slice(as + 1)
  if (as < 1 || rest.length > 0 || !valueName.test(name)) return 'ERROR_DATA_SOURCE'
  const source = sourceOf(words.slice(0, as))
  return typeof source === 'string' ? source : { source, name }
}

function sourceOf([word = '', ...parameters]: readonly string[]): Source | EngineCode {
  if (word === 'exc') return parameters.length === 0 ? { fn: 'exc' } : 'ERROR_DATA_SOURCE'
  if (word === 'id') return idSource(parameters)
  if (!Object.hasOwn(tables, word)) return 'ERROR_DATA_SOURCE_FUNCTION'
  if (parameters.length !== 2) return 'ERROR_DATA_SOURCE'
  const { fn, countMax } = tables[word as keyof typeof tables]
  const address = integerIn(parameters[0], 0, 0xffff)
  const count = integerIn(parameters[1], 1, countMax)
  if (address === undefined || count === undefined || address + count > 0x1_0000) return 'ERROR_DATA_SOURCE_ADDRESS'
  return { fn, address, count }
}

function idSource(parameters: readonly string[]): Source | EngineCode {
  if (parameters.length !== 1) return 'ERROR_DATA_SOURCE'
  const object = integerIn(parameters[0], 0, 0xff)
  return object === undefined ? 'ERROR_DATA_SOURCE_ADDRESS' : { fn: 43, object }
}
