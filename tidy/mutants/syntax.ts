import { parseSync } from 'oxc-parser'

/** A node of the syntax tree, by what its `type` says; places are offsets in the text. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Node = { type: string; start: number; end: number } & Record<string, any>

/** Expressions that carry a type; whatever else of TypeScript is there does not run. */
const typed = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression'])

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** All nodes that run and matter, parents before children. */
export function* running(path: string, source: string): Generator<Node> {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  yield* within(program)
}

function* within(node: Node): Generator<Node> {
  if (node.type.startsWith('TS') && !typed.has(node.type)) return
  if (node.type === 'ImportDeclaration') return
  if (isForTheTypes(node)) return yield* within(node['left'])
  if (functions.has(node.type) && node['body']) node['body'].isFunctionBody = true
  if (node.type === 'ArrayPattern') for (const one of node['elements']) if (one) one.isOfList = true
  yield node
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* within(child)
}

/** `list[at] ?? 0` and `const [one = 0] = list`: such defaults are there for the type checker as a rule, and never used. */
const isForTheTypes = ({ type, operator, left, isOfList }: Node): boolean => {
  if (type === 'AssignmentPattern') return isOfList === true
  if (type !== 'LogicalExpression' || operator !== '??') return false
  const from = left.type === 'ChainExpression' ? left.expression : left
  if (from.type === 'MemberExpression') return from.computed
  return from.type === 'CallExpression' && from.callee.type === 'MemberExpression' && from.callee.property.name === 'at'
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
