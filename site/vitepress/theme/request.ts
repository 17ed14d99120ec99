/** An operation as the form knows it. */
export interface Operation {
  method: string
  path: string
  parameters: readonly { name: string; in: 'path' | 'query'; required: boolean; example: unknown }[]
  body: unknown
  takesJson: boolean
}

/** Where requests go, and as whom. */
export interface Connection {
  address: string
  way: 'token' | 'key'
  token: string
  apiKey: string
  password: string
}

export interface Typed {
  values: Readonly<Record<string, string>>
  body: string
}

type Asked = { url: string; init: { method: string; headers: Record<string, string>; body?: string } }

const base64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

const authorization = ({ way, token, apiKey, password }: Connection): Record<string, string> => {
  if (way === 'key') return apiKey === '' ? {} : { Authorization: `Basic ${base64(`${apiKey}:${password}`)}` }
  return token === '' ? {} : { Authorization: `token ${token}` }
}

function originOf(address: string): string | null {
  try {
    const { protocol, origin } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? origin : null
  } catch {
    return null
  }
}

const jsonProblem = (text: string): string | null => {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return `The body is no JSON: ${(error as Error).message}`
  }
}

/** What is sent, or why nothing is. */
export function requestOf(operation: Operation, typed: Typed, connection: Connection): Asked | { problem: string } {
  const origin = originOf(connection.address.trim())
  if (origin === null) return { problem: 'Type the address of a Busbar first, as https://busbar.example.org' }
  const valueOf = (name: string): string => (typed.values[name] ?? '').trim()
  const missing = operation.parameters.find(({ name, required }) => required && valueOf(name) === '')
  if (missing !== undefined) return { problem: `${missing.name} is needed` }
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(name)).replaceAll('%2F', '/'),
  )
  const query = operation.parameters
    .filter((one) => one.in === 'query' && valueOf(one.name) !== '')
    .map(({ name }) => `${name}=${encodeURIComponent(valueOf(name)).replaceAll('%2C', ',')}`)
    .join('&')
  const body = operation.takesJson ? typed.body.trim() || 'null' : undefined
  const problem = body === undefined ? null : jsonProblem(body)
  if (problem !== null) return { problem }
  return {
    url: `${origin}${path}${query === '' ? '' : `?${query}`}`,
    init: {
      method: operation.method,
      headers: { 'Content-Type': 'application/json', ...authorization(connection) },
      ...(body !== undefined && { body }),
    },
  }
}

const shownMax = 200_000
const strings = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^"[\]{},:\s]+/g

/** JSON in lines. It is not parsed: numbers keep all their digits. */
function inLines(json: string): string {
  const [lines, line] = [[] as string[], { text: '', depth: 0 }]
  const next = (by: number): void => {
    lines.push(line.text)
    line.depth += by
    line.text = '  '.repeat(line.depth)
  }
  const pieces = json.match(strings) ?? []
  pieces.forEach((piece, at) => {
    const isEmpty = (one: string | undefined): boolean => one === ']' || one === '}'
    if (isEmpty(piece) && !/^[[{]$/.test(pieces[at - 1] ?? '')) next(-1)
    line.text += piece === ':' ? ': ' : piece
    if (piece === ',') next(0)
    if (/^[[{]$/.test(piece) && !isEmpty(pieces[at + 1])) next(1)
  })
  return [...lines, line.text].join('\n')
}

/** An answer as people read it, and not more of it than a page can show. */
export function shownAnswer(text: string, type: string): string {
  const shown = type.startsWith('application/json') && text.length <= shownMax ? inLines(text) : text
  return shown.length > shownMax
    ? `${shown.slice(0, shownMax)}\n… cut: the answer has ${text.length} characters`
    : shown
}
