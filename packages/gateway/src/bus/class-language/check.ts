import { limits } from './limits.ts'
import type { Meta } from './meta.rules.ts'
import type { Template } from './parse.ts'
import { type CheckResult, type EngineCode, problemAt } from './problem.ts'
import type { Check, Modifier, Source, Statement, Target } from './statement.ts'

/** A validated template: labels are resolved, every value has a source, and no path leads past the end. */
export interface Program {
  readonly meta: Meta
  readonly statements: readonly Statement<number>[]
}

type Sources = Map<string, Source>

export function check({ meta, statements, labels }: Template): CheckResult<Program> {
  const last = statements.at(-1)
  if (last === undefined) return problemAt(0, 'ERROR_EOF')
  const surplus = statements[limits.statements]
  if (surplus !== undefined) return problemAt(surplus.line, 'ERROR_MEM')
  const sources: Sources = new Map()
  for (const statement of statements) {
    if (statement.kind !== 'READ') continue
    // Each name has one source, so the data that a check needs is known before any request.
    if (sources.has(statement.name)) return problemAt(statement.line, 'ERROR_DATA_SOURCE')
    sources.set(statement.name, statement.source)
  }
  const resolvedStatements: Statement<number>[] = []
  for (const statement of statements) {
    const bound = bind(statement, labels, sources)
    if (typeof bound === 'string') return problemAt(statement.line, bound)
    resolvedStatements.push(bound)
  }
  const isLabelAtEnd = [...labels.values()].some((at) => at === statements.length)
  if (last.kind === 'READ' || last.kind === 'CHECK' || isLabelAtEnd) return problemAt(last.line, 'ERROR_EOF')
  return { ok: { meta, statements: resolvedStatements } }
}

function bind(
  statement: Statement<string>,
  labels: ReadonlyMap<string, number>,
  sources: Sources,
): Statement<number> | EngineCode {
  if (statement.kind === 'READ' || statement.kind === 'CLASS') return statement
  if (statement.kind === 'CHECK') {
    const problem = problemOf(statement, sources.get(statement.name))
    if (problem !== undefined) return problem
    const otherwise = resolved(statement.otherwise, labels)
    return otherwise === undefined ? 'ERROR_LABEL' : { ...statement, otherwise }
  }
  const target = resolved(statement.target, labels)
  return target === undefined ? 'ERROR_LABEL' : { ...statement, target }
}

function resolved(target: Target<string>, labels: ReadonlyMap<string, number>): Target<number> | undefined {
  if (target === 'STOP') return 'STOP'
  const to = labels.get(target.to)
  return to === undefined ? undefined : { to }
}

/** Checks that a value of this source supports the test. */
function problemOf({ modifiers, test }: Check<string>, source: Source | undefined): EngineCode | undefined {
  if (source === undefined) return 'ERROR_CONDITION'
  const isWords = source.fn === 3 || source.fn === 4
  const isNumberTest = test.kind !== 'STR' && test.kind !== 'EXC'
  if (source.fn === 'exc' && !isNumberTest) return 'ERROR_CHECK_TYPE'
  if (source.fn === 43 && isNumberTest) return 'ERROR_CHECK_TYPE'
  if ((source.fn === 1 || source.fn === 2) && test.kind === 'STR') return 'ERROR_CHECK_TYPE'
  const words = isWords ? source.count : 0
  return modifiersFit(modifiers, words, test.kind) ? undefined : 'ERROR_MODIFIER_PARAMETER'
}

const isWide = ({ kind }: Modifier): boolean => kind === 'U32' || kind === 'S32' || kind === 'F32'

/** Modifiers are for registers: one width at most, with two registers to take it from; bits of whole numbers only. */
function modifiersFit(modifiers: readonly Modifier[], words: number, test: string): boolean {
  if (modifiers.length === 0) return true
  if (words === 0 || test === 'EXC') return false
  if (test === 'STR') return modifiers.length === 1 && modifiers[0]?.kind === 'SWAP'
  const wide = modifiers.filter(isWide)
  const swaps = modifiers.filter(({ kind }) => kind === 'SWAP')
  if (wide.length > 1 || swaps.length > 1 || (wide.length === 1 && words < 2)) return false
  return wide[0]?.kind !== 'F32' || modifiers.every(({ kind }) => kind !== 'MASK' && kind !== 'SHR')
}
