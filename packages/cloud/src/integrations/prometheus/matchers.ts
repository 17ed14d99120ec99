import { plainWords, programSize } from './expressions.ts'
import type { ExpressionJob, ExpressionResult } from './match-expressions.ts'
import type { Matcher } from './messages.ts'
import type { Labels } from './series.ts'

/** An expression that is invalid or too large. */
export class NotRegular extends Error {}

const expressionCharsMax = 10_000
/** Limit for all expressions of a request. */
const programSizeMax = 20_000

type Test = (labels: Labels) => boolean

/**
 * The series that fit all matchers of each query, exactly as Prometheus would select them: it takes the answer for what it requested. A
 * missing label is an empty one. `run` matches expressions in a thread: their time grows with their size times the values.
 */
export const selectSeries = async <Series extends { labels: Labels }>(
  queries: readonly (readonly Matcher[])[],
  series: readonly Series[],
  run: (job: ExpressionJob) => Promise<ExpressionResult>,
): Promise<Series[][]> => {
  const selections = queries.map((matchers) => {
    const read = matchers.map((matcher) => ({ matcher, test: plainTest(matcher) }))
    const tests = read.flatMap(({ test }) => test ?? [])
    return {
      candidates: series.filter(({ labels }) => tests.every((test) => test(labels))),
      expressions: read.filter(({ test }) => test === null).map(({ matcher }) => matcher),
    }
  })
  const expressions = selections.flatMap((selection) => selection.expressions)
  if (expressions.length === 0) return selections.map(({ candidates }) => candidates)
  checkSize(expressions.map(({ value }) => value))
  const indexes = new Map(expressions.map(({ name }) => [name, new Map<string, number>()]))
  for (const { candidates, expressions: own } of selections) {
    for (const { name } of own) {
      const known = indexes.get(name) ?? new Map<string, number>()
      for (const { labels } of candidates) {
        const value = labelValue(labels, name)
        if (!known.has(value)) known.set(value, known.size)
      }
    }
  }
  const result = await run({
    values: new Map(Array.from(indexes, ([name, known]) => [name, [...known.keys()]])),
    expressions: expressions.map(({ name, value }) => ({ label: name, expression: value })),
  })
  if ('problem' in result) throw new NotRegular(result.problem)
  const results = new Map(expressions.map((matcher, index) => [matcher, result.matches[index]]))
  return selections.map(({ candidates, expressions: own }) => {
    const tests = own.map((matcher): Test => {
      const { kind, name } = matcher
      const [known, matches] = [indexes.get(name), results.get(matcher)]
      return (labels) => (matches?.[known?.get(labelValue(labels, name)) ?? -1] === 1) === (kind === 'like')
    })
    return candidates.filter(({ labels }) => tests.every((test) => test(labels)))
  })
}

const checkSize = (expressions: readonly string[]): void => {
  const size = expressions.reduce((sum, expression) => sum + programSize(expression), 0)
  if (size > programSizeMax)
    throw new NotRegular(`with its repetitions it has more than ${programSizeMax} instructions; use smaller counts`)
}

const labelValue = (labels: Labels, name: string): string => (Object.hasOwn(labels, name) ? (labels[name] ?? '') : '')

/** A test that needs no engine; null for an expression that does. */
const plainTest = ({ kind, name, value }: Matcher): Test | null => {
  if (kind === 'equal') return (labels) => labelValue(labels, name) === value
  if (kind === 'unequal') return (labels) => labelValue(labels, name) !== value
  if (value.length > expressionCharsMax) throw new NotRegular(`it has more than ${expressionCharsMax} characters`)
  const matches = plainExpression(value)
  return matches && ((labels) => matches(labelValue(labels, name)) === (kind === 'like'))
}

const plainExpression = (expression: string): ((value: string) => boolean) | null => {
  if (expression === '.*') return (value) => !value.includes('\n')
  if (expression === '.+') return (value) => value !== '' && !value.includes('\n')
  const words = plainWords(expression)
  return words && ((value) => words.has(value))
}
