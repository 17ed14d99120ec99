import type { OpenApiDocument } from '@busbar/wire'
import { type Field, type Operation, operationsOf, type Schema } from './operations.ts'

/** A client of the API in one file of TypeScript that needs nothing besides `fetch`. */
export const typescriptClient = (document: OpenApiDocument): string => {
  const operations = operationsOf(document)
  const schemas = Object.entries((document.components['schemas'] ?? {}) as Record<string, Schema>)
  const shared = schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)}`)
  const described = operations.map(
    (one) =>
      `  /** ${one.summary.replaceAll('*/', '* /')}. \`${one.method} ${one.path}\` */\n  '${idOf(one)}': { input: ${inputOf(one)}; reply: ${replyOf(one)} }`,
  )
  const table = operations.map((one) => `  '${idOf(one)}': ${JSON.stringify(rowOf(one))},`)
  return [
    head,
    ...shared,
    `/** Every operation: what it takes, and what it answers. */\nexport interface Operations {\n${described.join('\n')}\n}`,
    `const table: Record<string, Row> = {\n${table.join('\n')}\n}`,
    runtime,
  ].join('\n\n')
}

const idOf = ({ resource, name }: Operation): string => `${resource}.${name}`

/** What the client needs while it runs: method, path, names in the query, what is sent, how the answer is read. */
const rowOf = ({ method, path, query, body, isBodyWhole, answer }: Operation) => [
  method,
  path,
  query.map(({ name }) => name),
  isBodyWhole ? 'whole' : body === null ? 'none' : body.length === 0 ? 'null' : 'rest',
  answer,
]

const inputOf = ({ variables, query, body }: Operation): string => objectOf([...variables, ...query, ...(body ?? [])])

const replyOf = ({ answer, reply }: Operation): string =>
  ({ json: () => typeOf(reply), text: () => 'string', bytes: () => 'Uint8Array', events: () => 'Event' })[answer]()

const objectOf = (fields: readonly Field[]): string =>
  `{ ${fields.map(({ name, isRequired, schema }) => `${keyOf(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`

const keyOf = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name))

const plain: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return `(${either.map(typeOf).join(' | ')})`
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return `(${types.map((type) => typeOf({ ...schema, type })).join(' | ')})`
  if (types[0] === 'array') return arrayOf(schema)
  if (types[0] === 'object') return recordOf(schema)
  return plain[types[0] ?? ''] ?? 'unknown'
}

const arrayOf = ({ items = {}, prefixItems }: Schema): string =>
  prefixItems === undefined ? `(${typeOf(items)})[]` : `[${prefixItems.map(typeOf).join(', ')}]`

const recordOf = ({ properties, required = [], additionalProperties }: Schema): string => {
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, schema]) => ({
      name,
      isRequired: required.includes(name),
      schema,
    }))
    return objectOf(fields)
  }
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

const head = `/**
 * Client of the Busbar API, made from its description by the installation that serves it. It needs nothing besides fetch.
 *
 *     import { Busbar } from './busbar.ts'
 *
 *     const busbar = new Busbar('https://busbar.example.org', { apiKey: '...', password: '...' })
 *     for (const { orgName } of await busbar.call('sessions.userOrgs')) console.log(orgName)
 *
 * What the service refuses is thrown as BusbarError.
 */

/** By an API key, or by the token of a session. */
export type Credentials = { apiKey: string; password: string } | { token: string }

/** The service refused: code as in the reference, such as ObjectNotFound; status of HTTP; seconds to wait where it says so. */
export class BusbarError extends Error {
  readonly code: string
  readonly status: number
  readonly retryAfterSec: number | null

  constructor(code: string, message: string, status: number, retryAfterSec: number | null) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfterSec = retryAfterSec
  }
}

/** One event of a stream; with its id a stream goes on behind it. */
export interface Event {
  id: string | null
  type: string
  data: unknown
}

type Row = (string | string[])[]`

const runtime = `type StreamName = { [Name in keyof Operations]: Event extends Operations[Name]['reply'] ? (unknown extends Operations[Name]['reply'] ? never : Name) : never }[keyof Operations]
type CallName = Exclude<keyof Operations, StreamName>
type Input<Name extends keyof Operations> = object extends Operations[Name]['input'] ? [input?: Operations[Name]['input'], signal?: AbortSignal] : [input: Operations[Name]['input'], signal?: AbortSignal]

export class Busbar {
  readonly #url: string
  readonly #authorization: string | undefined

  constructor(url: string, credentials?: Credentials) {
    this.#url = url.replace(/\\/+$/, '') + '/api/v1'
    if (credentials === undefined) return
    this.#authorization =
      'token' in credentials ? 'Bearer ' + credentials.token : 'Basic ' + btoa(credentials.apiKey + ':' + credentials.password)
  }

  async call<Name extends CallName>(name: Name, ...[input = {}, signal]: Input<Name>): Promise<Operations[Name]['reply']> {
    const answer = await this.#ask(name, input, signal, {})
    const kind = table[name]?.[4]
    if (kind === 'bytes') return new Uint8Array(await answer.arrayBuffer()) as Operations[Name]['reply']
    return (kind === 'text' ? await answer.text() : await answer.json()) as Operations[Name]['reply']
  }

  /** Events as they come, until the signal is given or the service ends them. */
  async *stream<Name extends StreamName>(name: Name, input: Operations[Name]['input'], { signal, lastEventId }: { signal?: AbortSignal; lastEventId?: string } = {}): AsyncGenerator<Event> {
    const answer = await this.#ask(name, input, signal, lastEventId === undefined ? {} : { 'last-event-id': lastEventId })
    if (answer.body === null) return
    const reader = answer.body.getReader()
    const decoder = new TextDecoder()
    let text = ''
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        text += decoder.decode(value, { stream: true })
        const blocks = text.split('\\n\\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const fields = new Map(block.split('\\n').map((line) => [line.replace(/:.*$/s, ''), line.replace(/^[^:]*: ?/, '')] as const))
          const data = fields.get('data')
          if (data !== undefined) yield { id: fields.get('id') ?? null, type: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown }
        }
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }

  async #ask(name: string, input: object, signal: AbortSignal | undefined, more: Record<string, string>): Promise<Response> {
    const [method, path, query, sent] = table[name] as [string, string, string[], string]
    const rest = new Map(Object.entries(input as Record<string, unknown>).filter(([, value]) => value !== undefined))
    const take = (key: string): string => {
      const value = rest.get(key)
      rest.delete(key)
      return value instanceof Date ? value.toISOString() : String(value)
    }
    const filled = path.replace(/\\{([^}]+)\\}/g, (_, key: string) => encodeURIComponent(take(key)))
    const asked = new URLSearchParams(query.filter((key) => rest.has(key)).map((key) => [key, take(key)]))
    const headers: Record<string, string> = { 'content-type': 'application/json', ...more }
    if (this.#authorization !== undefined) headers['authorization'] = this.#authorization
    const body = { none: undefined, null: 'null', whole: JSON.stringify(rest.get('body')), rest: JSON.stringify(Object.fromEntries(rest)) }[sent]
    const init = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
    const answer = await fetch(this.#url + filled + (asked.size > 0 ? '?' + asked.toString() : ''), init)
    if (answer.ok) return answer
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
    const said = (await answer.json().catch(() => ({}))) as { errorCode?: string; errorMessage?: string }
    throw new BusbarError(said.errorCode ?? 'Unreadable', said.errorMessage ?? answer.statusText, answer.status, Number.isNaN(wait) ? null : wait)
  }
}
`
