import { RE2JS } from 're2js'

export interface ExpressionJob {
  /** Distinct values by label. */
  values: ReadonlyMap<string, readonly string[]>
  /** Expressions of RE2, each for the values of a label. */
  expressions: readonly { label: string; expression: string }[]
}

/** For each expression a 1 for each value that it matches as a whole; or why an expression is invalid. */
export type ExpressionResult = { matches: Uint8Array[] } | { problem: string }

export const matchExpressions = ({ values, expressions }: ExpressionJob): ExpressionResult => {
  try {
    return {
      matches: expressions.map(({ label, expression }) => {
        const compiled = RE2JS.compile(expression)
        return Uint8Array.from(values.get(label) ?? [], (value) => Number(compiled.matches(value)))
      }),
    }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
