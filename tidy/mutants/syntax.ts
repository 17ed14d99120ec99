import { parseSync } from 'oxc-parser'

/** A node of the syntax tree, by what its `type` says; places are offsets in the text. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Node = { type: string; start: number; end: number } & Record<string, any>

/** Expressions that carry a type; whatever else of TypeScript is there does not run. */
const typed = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSInstantiationExpression'])

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** All nodes that run, parents before children. */
export function* running(path: string, source: string): Generator<Node> {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  yield* within(program)
}

function* within(node: Node): Generator<Node> {
  if (node.type.startsWith('TS') && !typed.has(node.type)) return
  if (node.type === 'ImportDeclaration') return
  if (functions.has(node.type) && node['body']) node['body'].isFunctionBody = true
  yield node
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* within(child)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
