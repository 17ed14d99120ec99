import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isAtHome, type Path, type PathName, pathsOf, type UplinkAddresses } from './paths.rules.ts'

/** Current paths for a setting `connMode`. */
export interface PathSource {
  of(connMode: number | null): readonly Path[]
  /** Called when a path appears or disappears. */
  onChange(listener: () => void): () => void
}

/** A box without a modem. */
export const ethernetAlone: PathSource = {
  of: (connMode) => pathsOf(connMode, { eth: null, gsm: null }),
  onChange: () => () => {},
}

/** Paths of a box with a modem. */
export class Paths implements PathSource {
  readonly #addresses: () => UplinkAddresses
  readonly #listeners = new Set<() => void>()
  #last: string

  constructor(addresses: () => UplinkAddresses) {
    this.#addresses = addresses
    this.#last = JSON.stringify(addresses())
  }

  of(connMode: number | null): readonly Path[] {
    return pathsOf(connMode, this.#addresses())
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Something may have changed. */
  check(): void {
    const now = JSON.stringify(this.#addresses())
    if (now === this.#last) return
    this.#last = now
    for (const listener of this.#listeners) listener()
  }
}

/** Tries one path after another until one succeeds; rejects with the last error. */
export const overPaths = async <T>(
  paths: readonly Path[],
  attempt: (path: Path) => Promise<T>,
  signal?: AbortSignal,
): Promise<{ readonly done: T; readonly by: PathName }> => {
  let failure: unknown = new Error('there is no way out: the modem has no data')
  for (const path of paths) {
    try {
      return { done: await attempt(path), by: path.name }
    } catch (error) {
      failure = error
      if (signal?.aborted === true) break
    }
  }
  throw failure
}

const dnsMs = 3000

/** Resolves a name with the DNS servers of a path. */
export const resolveOn = async ({ localAddress, dnsServers = [] }: Path, name: string): Promise<readonly string[]> => {
  const resolver = new Resolver({ timeout: dnsMs, tries: 2 })
  if (dnsServers.length > 0) resolver.setServers([...dnsServers])
  if (localAddress !== undefined) resolver.setLocalAddress(localAddress)
  return resolver.resolve4(name)
}

/** Options of a socket to a host on this path. */
export const socketOptions = (
  path: Path,
  host: string,
): { readonly localAddress?: string; readonly family?: 4; readonly lookup?: LookupFunction } => {
  const { localAddress, dnsServers = [] } = path
  if (localAddress === undefined || isAtHome(host)) return {}
  if (dnsServers.length === 0 || isIP(host) !== 0) return { localAddress, family: 4 }
  return { localAddress, family: 4, lookup: lookupOn(path) }
}

const lookupOn =
  (path: Path): LookupFunction =>
  (name, options, done) => {
    void resolveOn(path, name).then(
      (found) => {
        const [first = ''] = found
        if (options.all === true)
          done(
            null,
            found.map((address) => ({ address, family: 4 })),
          )
        else done(null, first, 4)
      },
      (error: NodeJS.ErrnoException) => done(error, '', 4),
    )
  }
