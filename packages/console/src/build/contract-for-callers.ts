import { type Plugin, parseSync, Visitor } from 'vite'

/** Fields that only the service and the reference use; the browser does not need them. */
const unused = new Set(['summary', 'description', 'errors', 'reply', 'example'])

interface Cut {
  start: number
  end: number
}

/** A contract without its manual, and without the schemas of what is answered: a caller does not check that again. */
export const contractForCallers = (code: string): string => {
  const cuts: Cut[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: args, end }) {
      if (callee.type === 'MemberExpression') {
        const { object, property } = callee
        if (property.type === 'Identifier' && property.name === 'describe') cuts.push({ start: object.end, end })
        return
      }
      const [path, endpoint] = args
      const isEndpoint =
        callee.type === 'Identifier' && ['get', 'post'].includes(callee.name) && path?.type === 'Literal'
      if (!isEndpoint || endpoint?.type !== 'ObjectExpression') return
      for (const property of endpoint.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        if (unused.has(property.key.name)) cuts.push({ start: property.start, end: nextField(code, property.end) })
      }
    },
  })
  visitor.visit(parseSync('contract.ts', code).program)
  return without(code, cuts)
}

const nextField = (code: string, end: number): number => end + (/^\s*,?\s*/.exec(code.slice(end))?.[0].length ?? 0)

/** A cut may be inside another one. */
const without = (code: string, cuts: readonly Cut[]): string => {
  let left = ''
  let at = 0
  for (const { start, end } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    left += code.slice(at, start)
    at = end
  }
  return left + code.slice(at)
}

/** Removes documentation from the contract in the browser's build. */
export const contractsForCallers: Plugin = {
  name: 'contracts-for-callers',
  enforce: 'pre',
  transform: (code, id) =>
    /packages\/(?:cloud|wire)\/src\/.*\.ts$/.test(id) ? { code: contractForCallers(code), map: null } : undefined,
}
