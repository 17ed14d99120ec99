import type { Token } from './lex.rules.ts'
import { integerIn, numberOf } from './numbers.rules.ts'
import type { EngineCode } from './problem.ts'
import { valueName } from './read.parse.ts'
import type { Modifier, Target, Test } from './statement.ts'

interface ParsedCheck {
  readonly name: string
  readonly modifiers: Modifier[]
  readonly test: Test
  readonly otherwise: Target<string>
}

const word = (token: Token | undefined): string | undefined => (token?.kind === 'word' ? token.text : undefined)
const plain = ['U32', 'S32', 'F32', 'SWAP'] as const

/** Parses the part after CHECK: `type MASK(ff00) SHR(8) EQ 23 ELSE next`. */
export function parseCheck(tokens: readonly Token[]): ParsedCheck | EngineCode {
  const name = word(tokens[0])
  if (name === undefined || !valueName.test(name)) return 'ERROR_CONDITION'
  const end = tokens.findIndex((token) => word(token) === 'ELSE')
  const condition = tokens.slice(1, end < 0 ? undefined : end)
  const typeAt = condition.findIndex((token) => !isModifier(word(token)))
  const modifiers = condition.slice(0, typeAt < 0 ? undefined : typeAt).map((token) => modifierOf(word(token) ?? ''))
  if (modifiers.includes(undefined)) return 'ERROR_MODIFIER_PARAMETER'
  if (typeAt < 0) return 'ERROR_CONDITION'
  const test = testOf(word(condition[typeAt]) ?? '', condition.slice(typeAt + 1))
  if (typeof test === 'string') return test
  const otherwise = end < 0 ? undefined : targetOf(tokens.slice(end + 1))
  if (otherwise === undefined) return 'ERROR_ACTION'
  return { name, modifiers: modifiers.filter((modifier) => modifier !== undefined), test, otherwise }
}

/** A label, or STOP. */
export function targetOf(tokens: readonly Token[]): Target<string> | undefined {
  const to = word(tokens[0])
  if (to === undefined || tokens.length !== 1) return undefined
  return to === 'STOP' ? 'STOP' : { to }
}

/** Parentheses mark a modifier, so a misspelled modifier is reported as one and not as a check. */
const isModifier = (text: string | undefined): boolean =>
  text !== undefined && (plain.some((kind) => kind === text) || /^\w+\(.*\)?$/.test(text))

function modifierOf(text: string): Modifier | undefined {
  const kind = plain.find((one) => one === text)
  if (kind !== undefined) return { kind }
  const mask = /^MASK\((?:0x)?([\da-fA-F]{1,8})\)$/.exec(text)?.[1]
  if (mask !== undefined) return { kind: 'MASK', mask: Number.parseInt(mask, 16) }
  const bits = integerIn(/^SHR\((\d{1,2})\)$/.exec(text)?.[1], 0, 31)
  return bits === undefined ? undefined : { kind: 'SHR', bits }
}

function testOf(kind: string, tokens: readonly Token[]): Test | EngineCode {
  const [first] = tokens
  const isOne = tokens.length === 1
  switch (kind) {
    case 'EQ':
    case 'NE':
    case 'LT':
    case 'GT': {
      const number = numberOf(word(first))
      return isOne && number !== undefined ? { kind, number } : 'ERROR_CHECK_PARAMETERS'
    }
    case 'RANGE': {
      const [from, to, ...more] = (word(first) ?? '').split('..')
      const [min, max] = [numberOf(from), numberOf(to)]
      const isRange = isOne && more.length === 0 && min !== undefined && max !== undefined && min <= max
      return isRange ? { kind, min, max } : 'ERROR_CHECK_PARAMETERS'
    }
    case 'STR':
      return isOne && first?.kind === 'text' ? { kind, text: first.text } : 'ERROR_CHECK_PARAMETERS'
    case 'EXC': {
      const exception = integerIn(word(first), 1, 0xff)
      return isOne && exception !== undefined ? { kind, exception } : 'ERROR_CHECK_PARAMETERS'
    }
    default:
      return 'ERROR_CHECK_TYPE'
  }
}
