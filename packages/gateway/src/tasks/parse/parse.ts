import { type CheckResult, CompileError, checked, type Problem, problemAt } from '../compile/compile-error.ts'
import { limits } from '../limits.ts'
import { Cursor } from './cursor.ts'
import { parseDef } from './def.parse.ts'
import { parseExpression, parseRef } from './expression.parse.ts'
import type { Token, TokenLine } from './lex.rules.ts'
import type { Action, Statement, TaskFile } from './syntax.ts'
import { newName, type Version } from './words.rules.ts'

const versions: readonly Version[] = [1, 2]
const safeAfterInitialSec = 30

/** Parses lines to statements. The first line is the file's header. */
export function parse(lines: readonly TokenLine[]): CheckResult<TaskFile> {
  const [first, ...rest] = lines
  if (first === undefined) return problemAt(null, 'ERROR_OBSOLETE_FILE_LAYOUT')
  const head = checked(first.line, () => headOf(first.tokens))
  if ('problem' in head) return head
  const { version, periodMs, safeAfterMs } = head.ok
  const statements: (Statement & { line: number })[] = []
  const problems: Problem[] = []
  let isNameMissing = false
  for (const { line, tokens } of rest) {
    const parsed = checked(line, () => statementsOf(tokens, version))
    if ('problem' in parsed) {
      problems.push(parsed.problem)
      isNameMissing ||= definesName(tokens)
      continue
    }
    for (const statement of parsed.ok) statements.push({ ...statement, line })
    if (statements.length > limits.statements) {
      problems.push({ errorLine: line, errorCode: 'ERROR_OUT_OF_MEMORY' })
      break
    }
  }
  return { ok: { periodMs, safeAfterMs, statements, problems, isNameMissing } }
}

/** True if a line contains a definition or a label. */
const definesName = ([first, second]: readonly Token[]): boolean =>
  (first?.kind === 'word' && first.text === 'DEF') || (second?.kind === 'symbol' && second.text === ':')

/** A cursor over a line that the lexer could read to its end. */
const cursorOver = (tokens: readonly Token[], version: Version): Cursor => {
  const last = tokens.at(-1)
  if (last?.kind === 'broken') throw new CompileError(last.code)
  return new Cursor(tokens, version)
}

/**
 * `TASK 1 PERIOD 500`, or `TASK 2 PERIOD 500 SAFE 60`. Files from before the introduction of versions have no such
 * line.
 */
function headOf(tokens: readonly Token[]) {
  const cursor = cursorOver(tokens, 1)
  cursor.need('TASK', 'ERROR_OBSOLETE_FILE_LAYOUT')
  const versionNumber = cursor.integer(0, 0xffff, 'ERROR_VERSION_UNSUPPORTED')
  if (versionNumber === 0) throw new CompileError('ERROR_OBSOLETE_FILE_LAYOUT')
  const version = versions.find((one) => one === versionNumber)
  if (version === undefined) throw new CompileError('ERROR_VERSION_UNSUPPORTED')
  cursor.need('PERIOD', 'ERROR_EXPECTED_SEPARATOR')
  const periodMs = cursor.integer(limits.periodMinMs, limits.periodMaxMs, 'ERROR_ILLEGAL_ARGUMENT')
  const hasSafe = version > 1 && cursor.takes('SAFE')
  const safeAfterSec = hasSafe
    ? cursor.integer(1, limits.safeAfterMaxSec, 'ERROR_ILLEGAL_ARGUMENT')
    : safeAfterInitialSec
  cursor.end()
  return { version, periodMs, safeAfterMs: safeAfterSec * 1000 }
}

/** A label, a statement, or both. */
function statementsOf(tokens: readonly Token[], version: Version): Statement[] {
  const cursor = cursorOver(tokens, version)
  const statements: Statement[] = []
  if (cursor.isNext(':', 1)) {
    statements.push({ kind: 'LABEL', name: newName(cursor.text('word', 'ERROR_ITEM_NAME'), version) })
    cursor.need(':', 'ERROR_EXPECTED_SEPARATOR')
  }
  if (cursor.isAtEnd) return statements
  statements.push(statementOf(cursor))
  cursor.end()
  return statements
}

function statementOf(cursor: Cursor): Statement {
  if (cursor.takes('DEF')) return parseDef(cursor)
  if (cursor.takes('PUT')) return { kind: 'DO', condition: null, action: putOf(cursor), otherwise: null }
  if (cursor.takes('DO')) return { kind: 'DO', condition: null, action: actionOf(cursor), otherwise: null }
  cursor.need('IF', 'ERROR_LINE_UNRECOGNIZED')
  const condition = parseExpression(cursor)
  cursor.need('DO', 'ERROR_EXPECTED_SEPARATOR')
  const action = actionOf(cursor)
  const otherwise = cursor.version > 1 && cursor.takes('ELSE') ? actionOf(cursor) : null
  return { kind: 'DO', condition, action, otherwise }
}

function putOf(cursor: Cursor): Action {
  const target = parseRef(cursor)
  cursor.need('=', 'ERROR_EXPECTED_SEPARATOR')
  return { do: 'PUT', target, value: parseExpression(cursor) }
}

function actionOf(cursor: Cursor): Action {
  if (cursor.takes('CALL')) return { do: 'CALL', label: cursor.text('word', 'ERROR_ITEM_REF') }
  if (cursor.takes('GOTO')) return { do: 'GOTO', label: cursor.text('word', 'ERROR_ITEM_REF') }
  if (cursor.takes('RETURN')) return { do: 'RETURN' }
  if (cursor.version > 1 && cursor.takes('PUT')) return putOf(cursor)
  cursor.need('SMS', 'ERROR_LINE_UNRECOGNIZED')
  const phone = cursor.integer(1, limits.phones, 'ERROR_ILLEGAL_ARGUMENT')
  return { do: 'SMS', phone, text: parseExpression(cursor) }
}
