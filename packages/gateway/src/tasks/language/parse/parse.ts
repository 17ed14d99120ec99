import { limits } from '../../limits.ts'
import { type Checked, checked, Mistake, problemAt } from '../problem.ts'
import { Cursor } from './cursor.ts'
import { parseDef } from './def.parse.ts'
import { parseExpression, parseRef } from './expression.parse.ts'
import type { Token, TokenLine } from './lex.rules.ts'
import type { Action, Statement, TaskFile } from './syntax.ts'
import { newName } from './words.rules.ts'

const layoutVersion = 1

/** Lines to statements. The first line says what the file is. */
export function parse(lines: readonly TokenLine[]): Checked<TaskFile> {
  const [first, ...rest] = lines
  if (first === undefined) return problemAt(null, 'ERROR_OBSOLETE_FILE_LAYOUT')
  const head = checked(first.line, () => periodOf(first.tokens))
  if ('problem' in head) return head
  const statements: (Statement & { line: number })[] = []
  for (const { line, tokens } of rest) {
    const parsed = checked(line, () => statementsOf(tokens))
    if ('problem' in parsed) return parsed
    for (const statement of parsed.ok) statements.push({ ...statement, line })
    if (statements.length > limits.statements) return problemAt(line, 'ERROR_OUT_OF_MEMORY')
  }
  return { ok: { periodMs: head.ok, statements } }
}

/** A cursor over a line that the lexer could read to its end. */
const cursorOver = (tokens: readonly Token[]): Cursor => {
  const last = tokens.at(-1)
  if (last?.kind === 'broken') throw new Mistake(last.code)
  return new Cursor(tokens)
}

/** `TASK 1 PERIOD 500`. Files from before there were versions have no such line. */
function periodOf(tokens: readonly Token[]): number {
  const cursor = cursorOver(tokens)
  cursor.need('TASK', 'ERROR_OBSOLETE_FILE_LAYOUT')
  const version = cursor.whole(0, 0xffff, 'ERROR_VERSION_UNSUPPORTED')
  if (version < layoutVersion) throw new Mistake('ERROR_OBSOLETE_FILE_LAYOUT')
  if (version > layoutVersion) throw new Mistake('ERROR_VERSION_UNSUPPORTED')
  cursor.need('PERIOD', 'ERROR_EXPECTED_SEPARATOR')
  const periodMs = cursor.whole(limits.periodMinMs, limits.periodMaxMs, 'ERROR_ILLEGAL_ARGUMENT')
  cursor.end()
  return periodMs
}

/** A label, a statement, or both. */
function statementsOf(tokens: readonly Token[]): Statement[] {
  const cursor = cursorOver(tokens)
  const statements: Statement[] = []
  if (cursor.isNext(':', 1)) {
    statements.push({ kind: 'LABEL', name: newName(cursor.text('word', 'ERROR_ITEM_NAME')) })
    cursor.need(':', 'ERROR_EXPECTED_SEPARATOR')
  }
  if (cursor.isAtEnd) return statements
  statements.push(statementOf(cursor))
  cursor.end()
  return statements
}

function statementOf(cursor: Cursor): Statement {
  if (cursor.takes('DEF')) return parseDef(cursor)
  if (cursor.takes('PUT')) {
    const target = parseRef(cursor)
    cursor.need('=', 'ERROR_EXPECTED_SEPARATOR')
    return { kind: 'PUT', target, value: parseExpression(cursor) }
  }
  if (cursor.takes('DO')) return { kind: 'DO', condition: null, action: actionOf(cursor) }
  cursor.need('IF', 'ERROR_LINE_UNRECOGNIZED')
  const condition = parseExpression(cursor)
  cursor.need('DO', 'ERROR_EXPECTED_SEPARATOR')
  return { kind: 'DO', condition, action: actionOf(cursor) }
}

function actionOf(cursor: Cursor): Action {
  if (cursor.takes('CALL')) return { do: 'CALL', label: cursor.text('word', 'ERROR_ITEM_REF') }
  if (cursor.takes('GOTO')) return { do: 'GOTO', label: cursor.text('word', 'ERROR_ITEM_REF') }
  if (cursor.takes('RETURN')) return { do: 'RETURN' }
  cursor.need('SMS', 'ERROR_LINE_UNRECOGNIZED')
  const phone = cursor.whole(1, limits.phones, 'ERROR_ILLEGAL_ARGUMENT')
  return { do: 'SMS', phone, text: parseExpression(cursor) }
}
