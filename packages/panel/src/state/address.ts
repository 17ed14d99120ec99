import { useSyncExternalStore } from 'react'

/** The current address: `#/bus?unit=12` is the page `bus` with a unit. A page stores its state in the address. */
interface PageAddress {
  readonly page: string
  readonly rest: readonly string[]
  readonly query: URLSearchParams
}

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

const parseAddress = (hash: string): PageAddress => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', ...rest] = path.split('/').map(decodeURIComponent)
  return { page: page === '' ? 'status' : page, rest, query: new URLSearchParams(query) }
}

export const useAddress = (): PageAddress => parseAddress(useSyncExternalStore(subscribe, () => location.hash))

export const hrefOf = (path: string, query: Readonly<Record<string, string | undefined>> = {}): string => {
  const params = Object.entries(query).filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '')
  return `#/${path}${params.length === 0 ? '' : `?${new URLSearchParams(params)}`}`
}

export const goTo = (href: string): void => {
  location.hash = href
}

/** Changes what the page shows without a step back for each letter. */
export const replaceAddress = (href: string): void => {
  history.replaceState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

const httpsPortDefault = 443

/** Names and addresses of this machine, where nothing travels over a network. */
const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Reports whether others on the network can read what this page sends. */
export const isUnencrypted = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'> = location): boolean =>
  protocol === 'http:' && !isThisMachine.test(hostname)

/** The origin of this host over HTTPS. */
export const httpsOrigin = (port: number, { hostname }: Pick<Location, 'hostname'> = location): string =>
  `https://${hostname}${port === httpsPortDefault ? '' : `:${port}`}`
