import type { OperationEntry } from '../openapi/page/model.ts'

/** An operation as a form to try it knows it. */
export interface TriedOperation {
  method: string
  path: string
  parameters: readonly {
    name: string
    in: 'path' | 'query'
    required: boolean
    about: string
    example: string | null
  }[]
  /** To begin with. */
  body: unknown
  takesJson: boolean
}

/** The content of that form. */
export interface OperationInput {
  values: Readonly<Record<string, string>>
  body: string
}

export interface FetchRequest {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

/** Why nothing is sent. */
export type RequestProblem = { kind: 'missing'; name: string } | { kind: 'json'; why: string }

const json = 'application/json'

/** As it is typed. */
const exampleText = (example: unknown): string | null => {
  if (example === undefined || example === null) return null
  if (Array.isArray(example)) return example.join(',')
  return typeof example === 'string' ? example : JSON.stringify(example)
}

export const triedOperation = ({ method, path, operation }: OperationEntry, prefix: string): TriedOperation => {
  const media = operation.requestBody?.content[json]
  return {
    method,
    path: prefix + path,
    parameters: (operation.parameters ?? []).map(({ name, in: place, required, description = '', example }) => ({
      name,
      in: place,
      required,
      about: description,
      example: exampleText(example),
    })),
    body: media?.example ?? null,
    takesJson: media !== undefined,
  }
}

const streams = 'text/event-stream'

/** Files are not typed, and streams do not end: such operations are not tried in a form. */
export const canBeTried = ({ operation: { requestBody, responses } }: OperationEntry): boolean => {
  const takesFile = requestBody !== undefined && requestBody.content[json] === undefined
  return !takesFile && responses['200']?.content?.[streams] === undefined
}

const jsonProblem = (text: string): string | null => {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Returns the request to send, or why it is incomplete. */
export const requestOf = (
  operation: TriedOperation,
  typed: OperationInput,
  { origin, headers = {} }: { origin: string; headers?: Record<string, string> },
): FetchRequest | { problem: RequestProblem } => {
  const valueOf = (name: string): string => (typed.values[name] ?? '').trim()
  const missing = operation.parameters.find(({ name, required }) => required && valueOf(name) === '')
  if (missing !== undefined) return { problem: { kind: 'missing', name: missing.name } }
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(valueOf(name)).replaceAll('%2F', '/'),
  )
  const query = operation.parameters
    .filter((one) => one.in === 'query' && valueOf(one.name) !== '')
    .map(({ name }) => `${name}=${encodeURIComponent(valueOf(name)).replaceAll('%2C', ',')}`)
    .join('&')
  const body = operation.takesJson ? typed.body.trim() || 'null' : undefined
  const why = body === undefined ? null : jsonProblem(body)
  if (why !== null) return { problem: { kind: 'json', why } }
  return {
    url: `${origin}${path}${query === '' ? '' : `?${query}`}`,
    init: {
      method: operation.method,
      headers: { 'Content-Type': json, ...headers },
      ...(body !== undefined && { body }),
    },
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The same for a terminal. Who asks is in variables: a line that is passed on holds no secret. */
export const curlOf = ({ url, init: { method, body } }: FetchRequest): string =>
  [
    `curl -u "$KEY:$PASSWORD" ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    `-H ${quoted(`Content-Type: ${json}`)}`,
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ')
