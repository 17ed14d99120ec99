import { parseCheck, targetOf } from './check.parse.ts'
import type { Token, TokenLine } from './lex.rules.ts'
import { type Meta, metaOf } from './meta.rules.ts'
import { type CheckResult, type EngineCode, problemAt } from './problem.ts'
import { parseRead } from './read.parse.ts'
import type { Statement } from './statement.ts'

/** A template with well-formed lines; its labels are not resolved. */
export interface Template {
  readonly meta: Meta
  readonly statements: readonly Statement<string>[]
  /** Line of each label, and the statement that follows it. */
  readonly labels: ReadonlyMap<string, number>
}

const labelName = /^[A-Za-z_][\w-]{0,31}$/
const classNameMax = 64

export function parse(lines: readonly TokenLine[]): CheckResult<Template> {
  const meta = metaOf(lines)
  if ('problem' in meta) return meta
  const statements: Statement<string>[] = []
  const labels = new Map<string, number>()
  for (const { line, tokens } of lines.slice(1)) {
    const label = labelOf(tokens)
    const rest = label === undefined ? tokens : tokens.slice(1)
    if (label !== undefined) {
      if (!labelName.test(label) || label === 'STOP' || labels.has(label)) return problemAt(line, 'ERROR_LABEL')
      labels.set(label, statements.length)
    }
    // A label may have a line of its own above its statement.
    if (rest.length === 0) continue
    const statement = statementOf(rest)
    if (typeof statement === 'string') return problemAt(line, statement)
    statements.push({ ...statement, line })
  }
  return { ok: { meta: meta.ok, statements, labels } }
}

function labelOf([first]: readonly Token[]): string | undefined {
  return first?.kind === 'word' && first.text.endsWith(':') ? first.text.slice(0, -1) : undefined
}

type WithoutLine<S> = S extends unknown ? Omit<S, 'line'> : never

function statementOf([first, ...rest]: readonly Token[]): WithoutLine<Statement<string>> | EngineCode {
  switch (first?.kind === 'word' ? first.text : '') {
    case 'READ': {
      const words = rest.map((token) => (token.kind === 'word' ? token.text : ''))
      const read = parseRead(words)
      return typeof read === 'string' ? read : { kind: 'READ', ...read }
    }
    case 'CHECK': {
      const check = parseCheck(rest)
      return typeof check === 'string' ? check : { kind: 'CHECK', ...check }
    }
    case 'GOTO': {
      const target = targetOf(rest)
      return target === undefined || target === 'STOP' ? 'ERROR_ACTION' : { kind: 'GOTO', target }
    }
    case 'CLASS': {
      const [name] = rest
      const isName = name?.kind === 'text' && rest.length === 1 && name.text !== '' && name.text.length <= classNameMax
      return isName ? { kind: 'CLASS', name: name.text } : 'ERROR_ACTION'
    }
    case 'STOP':
      return rest.length === 0 ? { kind: 'GOTO', target: 'STOP' } : 'ERROR_ACTION'
    default:
      return 'ERROR_ACTION_TYPE'
  }
}
