import type { Node } from './syntax.ts'

/** A change of a source: the text between two positions is replaced. */
export interface SourceChange {
  start: number
  end: number
  text: string
}

/**
 * Selects changes that are rarely equivalent to the original: no texts, no numbers but 0 and 1, no regular expressions
 * and no types. Changes need not compile, because types are stripped.
 */
export function* changesOf(node: Node, source: string): Generator<SourceChange> {
  const code = (part: Node): string => source.slice(part.start, part.end)
  const replace = (part: Node, text: string): SourceChange => ({ start: part.start, end: part.end, text })
  /** The operator stands between two operands, perhaps beside comments. */
  const swap = (left: Node, right: Node, operator: string, text: string): SourceChange => {
    const start = source.indexOf(operator, left.end)
    return start < right.start ? { start, end: start + operator.length, text } : replace(left, code(left))
  }
  switch (node.type) {
    case 'BinaryExpression': {
      const other = binary.get(node.operator)
      if (other === undefined || (node.operator === '+' && (isText(node.left) || isText(node.right)))) return
      yield swap(node.left, node.right, node.operator, other)
      return
    }
    case 'LogicalExpression':
      if (node.operator === '??') yield replace(node, code(node.left))
      else yield swap(node.left, node.right, node.operator, node.operator === '&&' ? '||' : '&&')
      return
    case 'AssignmentExpression': {
      const other = assignment.get(node.operator)
      if (other !== undefined) yield swap(node.left, node.right, node.operator, other)
      return
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      yield replace(node.test, 'true')
      yield replace(node.test, 'false')
      return
    case 'WhileStatement':
      yield replace(node.test, 'false')
      return
    case 'UnaryExpression':
      if (node.operator === '!') yield replace(node, code(node.argument))
      if (node.operator === '-') yield replace(node, code(node.argument))
      return
    case 'UpdateExpression':
      yield replace(node, code(node).replace(node.operator, node.operator === '++' ? '--' : '++'))
      return
    case 'Literal': {
      const other = constants.get(code(node))
      if (other !== undefined) yield replace(node, other)
      return
    }
    case 'CallExpression':
      if (node.callee.type === 'MemberExpression' && !node.callee.computed) yield* callChanges(node, code, replace)
      return
    case 'ExpressionStatement':
      if (!node.directive && !saysOnly.test(code(node)) && node.expression.callee?.type !== 'Super') {
        yield replace(node, ';')
      }
      return
    case 'BlockStatement':
      // A function that answers something is found out at once; one that does something may be done without.
      if (node.isFunctionBody && node.body.length > 1 && !/\breturn\s+[^\s;}]/.test(code(node)))
        yield replace(node, '{}')
  }
}

function* callChanges(node: Node, code: (node: Node) => string, replace: (node: Node, text: string) => SourceChange) {
  const { object, property } = node.callee
  const other = calls.get(property.name)
  if (other !== undefined) yield replace(property, other)
  if (property.name === 'filter') yield replace(node, code(object))
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** Statements that only tell people, or let a process end. */
const saysOnly = /^(console|(this\.)?#?\w*[lL]og(ger)?)(\.\w+)?\(|\.unref\(\)$/

const binary = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&': '|',
    '|': '&',
    '^': '|',
    '<<': '>>',
    '>>': '<<',
    '>>>': '<<',
  }),
)

const assignment = new Map(
  Object.entries({
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '/=': '*=',
    '&=': '|=',
    '|=': '&=',
    '^=': '|=',
    '<<=': '>>=',
    '>>=': '<<=',
    '??=': '=',
    '||=': '=',
    '&&=': '=',
  }),
)

const constants = new Map(
  Object.entries({
    '0': '1',
    '1': '0',
    '0n': '1n',
    '1n': '0n',
    true: 'false',
    false: 'true',
  }),
)

const calls = new Map(
  Object.entries({
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    some: 'every',
    every: 'some',
    push: 'unshift',
    unshift: 'push',
    shift: 'pop',
    pop: 'shift',
  }),
)
