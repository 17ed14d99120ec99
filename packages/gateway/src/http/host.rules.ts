import { isIP } from 'node:net'

/** A host as its parts, in one spelling; nothing where it is none. */
const hostOf = (text: string): { name: string; port: string } | undefined => {
  if (/[/?#@\\\s]/.test(text) || !URL.canParse(`http://${text}`)) return undefined
  const { hostname, port } = new URL(`http://${text}`)
  return { name: hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, ''), port }
}

/** Whether a request was meant for us: a foreign page may have a name of its own resolve to our address. */
export const isOwnHost = (host: string | undefined, ownNames: ReadonlySet<string>): boolean => {
  const found = host === undefined ? undefined : hostOf(host)
  return found !== undefined && (isIP(found.name) !== 0 || found.name === 'localhost' || ownNames.has(found.name))
}

/** Whether a request comes from a page of ours, or from no page at all. A name that was allowed is trusted at any port. */
export const isOwnOrigin = (
  origin: string | undefined,
  host: string | undefined,
  allowedNames: ReadonlySet<string>,
): boolean => {
  if (origin === undefined) return true
  const from = /^https?:\/\/(.+)$/i.exec(origin)?.[1]
  const [page, own] = [hostOf(from ?? '/'), hostOf(host ?? '/')]
  if (page === undefined || own === undefined) return false
  return allowedNames.has(page.name) || (page.name === own.name && page.port === own.port)
}
