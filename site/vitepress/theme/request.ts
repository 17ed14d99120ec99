import { type FetchRequest, type OperationInput, requestOf, type TriedOperation } from '@busbar/wire/tried'

/** Address and credentials of requests. */
export interface Connection {
  address: string
  way: 'token' | 'key'
  token: string
  apiKey: string
  password: string
}

const base64 = (text: string): string => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))

const authorization = ({ way, token, apiKey, password }: Connection): Record<string, string> => {
  if (way === 'key') return apiKey === '' ? {} : { Authorization: `Basic ${base64(`${apiKey}:${password}`)}` }
  return token === '' ? {} : { Authorization: `token ${token}` }
}

const originOf = (address: string): string | null => {
  try {
    const { protocol, origin } = new URL(address)
    return protocol === 'https:' || protocol === 'http:' ? origin : null
  } catch {
    return null
  }
}

/** The request to the reader's own Busbar, or the reason why none can be sent. */
export const requestTo = (
  connection: Connection,
  operation: TriedOperation,
  typed: OperationInput,
): FetchRequest | { problem: string } => {
  const origin = originOf(connection.address.trim())
  if (origin === null) return { problem: 'Type the address of a Busbar first, as https://busbar.example.org' }
  const asked = requestOf(operation, typed, { origin, headers: authorization(connection) })
  if (!('problem' in asked)) return asked
  const { problem } = asked
  return { problem: problem.kind === 'missing' ? `${problem.name} is needed` : `The body is no JSON: ${problem.why}` }
}
