import type { FastifyInstance } from 'fastify'

interface Route {
  method: string
  path: string
}

const routesByServer = new WeakMap<object, Route[]>()
/** Shared by all servers, because they have the same paths. */
const patterns = new Map<string, RegExp>()

/** A path with its variables as a pattern, its last slash left open. */
const patternOf = (path: string): RegExp => {
  const known = patterns.get(path)
  if (known !== undefined) return known
  const segments = path.replace(/\/$/, '').split('/')
  const parts = segments.map((segment) => {
    if (segment === '*') return '.*'
    return segment.startsWith(':') ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  const pattern = new RegExp(`^${parts.join('/')}/?$`)
  patterns.set(path, pattern)
  return pattern
}

/** Remembers which methods every path has. */
export const rememberRoutes = (app: FastifyInstance): void => {
  const routes: Route[] = []
  routesByServer.set(app.server, routes)
  app.addHook('onRoute', ({ method, path }) => {
    for (const one of [method].flat()) routes.push({ method: one, path })
  })
}

/** The methods that a URL has, whatever the one it was asked with. */
export const methodsAt = (app: FastifyInstance, url: string): string[] => {
  const path = url.replace(/[?#].*$/s, '')
  const routes = routesByServer.get(app.server) ?? []
  const methods = routes.filter((route) => patternOf(route.path).test(path)).map(({ method }) => method)
  return [...new Set(methods)].toSorted()
}
