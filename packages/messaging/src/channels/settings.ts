import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Provider, providerShape } from './provider.rules.ts'

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** All certificates of a file, in PEM. */
export const readCertificates = (path: string): { ok: string } | { err: string } => {
  try {
    const found = readFileSync(path, 'utf8').match(block) ?? []
    const read = found.map((one) => new X509Certificate(one).toString())
    return read.length === 0 ? { err: 'there is none in it' } : { ok: read.join('') }
  } catch (error) {
    return { err: (error as { code?: string }).code === 'ENOENT' ? 'it is not there' : 'it cannot be read' }
  }
}

/** The description of a provider: JSON, or a file that has it. */
export const readProvider = (text: string): { ok: Provider } | { err: string } => {
  try {
    const json = text.trimStart().startsWith('{') ? text : readFileSync(text, 'utf8')
    const read = providerShape.safeParse(JSON.parse(json))
    if (read.success) return { ok: read.data }
    const [issue] = read.error.issues
    return { err: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() }
  } catch (error) {
    // The parser's message quotes the text, which contains secrets.
    return { err: error instanceof SyntaxError ? 'it is not JSON' : 'the file cannot be read' }
  }
}

/** Checks that every `%` in the user and password begins an escape sequence of valid UTF-8. */
export const isLoginReadable = ({ username, password }: URL): boolean => {
  try {
    decodeURIComponent(username)
    decodeURIComponent(password)
    return true
  } catch {
    return false
  }
}
