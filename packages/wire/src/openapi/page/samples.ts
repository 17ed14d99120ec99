import type { SampleOptions } from '../document.ts'
import { pythonLiteral } from './literal.ts'
import type { OperationEntry, Parameter } from './model.ts'

const escaped = (value: unknown): string => {
  const texts = (Array.isArray(value) ? value : [value]).map((one) => encodeURIComponent(String(one)))
  return texts.join(',')
}

const queryOf = (parameters: readonly Parameter[]): string => {
  const queryParameters = parameters.filter((one) => one.in === 'query' && one.example !== undefined)
  const texts = queryParameters.map(({ name, example }) => (example === '' ? name : `${name}=${escaped(example)}`))
  return texts.length === 0 ? '' : `?${texts.join('&')}`
}

/** The URL that the example asks. */
const urlOf = ({ path, operation: { parameters = [] } }: OperationEntry, base: string): string => {
  const exampleOf = (name: string): unknown => parameters.find((one) => one.name === name)?.example ?? name
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => escaped(exampleOf(name)).replaceAll('%2F', '/'))
  return base + filled + queryOf(parameters)
}

const bodyOf = ({ operation: { requestBody } }: OperationEntry): { example: unknown } | undefined => {
  const media = requestBody?.content['application/json']
  return media?.example === undefined ? undefined : { example: media.example }
}

const headersOf = ({ operation: { security } }: OperationEntry, { headers }: SampleOptions): [string, string][] =>
  Object.entries(headers).filter(([name]) => name !== 'Authorization' || security.length > 0)

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A command for a shell in which `TOKEN` is set. */
export const curlOf = (entry: OperationEntry, base: string, options: SampleOptions): string => {
  const body = bodyOf(entry)
  const headers = headersOf(entry, options).map(([name, value]) => `-H "${name}: ${value}"`)
  const sent = body === undefined ? [] : [`-d ${shellQuoted(JSON.stringify(body.example))}`]
  return [`curl ${shellQuoted(urlOf(entry, base))}`, ...headers, ...sent].join(' \\\n  ')
}

const isJson = ({ operation: { responses } }: OperationEntry): boolean =>
  responses[200]?.content?.['application/json'] !== undefined

/** The same with what Python has of its own. */
export const pythonOf = (entry: OperationEntry, base: string, options: SampleOptions): string => {
  const body = bodyOf(entry)
  const headers = headersOf(entry, options).map(([name, value]) => {
    const [before, after] = value.split('$TOKEN')
    return after === undefined ? `'${name}': '${value}'` : `'${name}': '${before}' + os.environ['TOKEN']`
  })
  const lines = [
    `${headers.some((one) => one.includes('os.')) ? 'import json, os' : 'import json'}, urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    '${urlOf(entry, base)}',`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonLiteral(body.example, '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    isJson(entry) ? '    answer = json.load(response)' : '    answer = response.read()',
  ]
  return lines.join('\n')
}
