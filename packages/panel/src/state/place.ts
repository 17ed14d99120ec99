import { useSyncExternalStore } from 'react'

/** Where one is: `#/bus?unit=12` is the page `bus` with a unit. What a page shows stands in its address. */
export interface PageAddress {
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
