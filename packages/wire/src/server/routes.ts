import type { FastifyInstance } from 'fastify'

const patternsByServer = new WeakMap<object, Map<string, RegExp>>()

/** A path with its variables as a pattern, its last slash left open. */
const patternOf = (path: string): RegExp => {
  const segments = path.replace(/\/$/, '').split('/')
  const patterns = segments.map((segment) => {
    if (segment === '*') return '.*'
    return segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${patterns.join('/')}/?$`)
}

/** Remembers which methods every path has. */
export const rememberRoutes = (app: FastifyInstance): void => {
  const patterns = new Map<string, RegExp>()
  patternsByServer.set(app.server, patterns)
  app.addHook('onRoute', ({ method, path }) => {
    for (const one of [method].flat()) patterns.set(`${one} ${path}`, patternOf(path))
  })
}

/** The methods that a URL has, whatever the one it was asked with. */
export const methodsAt = (app: FastifyInstance, url: string): string[] => {
  const path = url.replace(/[?#].*$/s, '')
  const methods = new Set<string>()
  for (const [route, pattern] of patternsByServer.get(app.server) ?? []) {
    if (pattern.test(path)) methods.add(route.slice(0, route.indexOf(' ')))
  }
  return [...methods].toSorted()
}
