import type { Matcher } from './messages.ts'
import type { Labels } from './series.ts'

/** What is no expression as Prometheus knows them. */
export class NotRegular extends Error {}

type Test = (labels: Labels) => boolean

/**
 * Whether labels fit all matchers, exactly as Prometheus would judge: it takes what comes for what it asked for. A label that is missing is
 * an empty one. Expressions are RE2's, whose time grows with the text alone.
 */
export const matcherOf = async (matchers: readonly Matcher[]): Promise<Test> => {
  const tests = await Promise.all(matchers.map(testOf))
  return (labels) => tests.every((test) => test(labels))
}

const testOf = async ({ kind, name, value }: Matcher): Promise<Test> => {
  const valueOf = (labels: Labels): string => (Object.hasOwn(labels, name) ? (labels[name] ?? '') : '')
  if (kind === 'equal') return (labels) => valueOf(labels) === value
  if (kind === 'unequal') return (labels) => valueOf(labels) !== value
  const isLike = await likeness(value)
  return kind === 'like' ? (labels) => isLike(valueOf(labels)) : (labels) => !isLike(valueOf(labels))
}

const expressionCharsMax = 10_000

const likeness = async (expression: string): Promise<(value: string) => boolean> => {
  if (expression.length > expressionCharsMax) throw new NotRegular(`has more than ${expressionCharsMax} characters`)
  const { RE2JS } = await import('re2js')
  try {
    const compiled = RE2JS.compile(expression)
    // Parameters of a device have much in common.
    const known = new Map<string, boolean>()
    return (value) => {
      const found = known.get(value) ?? compiled.matches(value)
      known.set(value, found)
      return found
    }
  } catch (cause) {
    throw new NotRegular(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}
