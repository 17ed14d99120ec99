import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, read } from './source.ts'

/** Calls that report or store a result, and must run even if the component is gone. */
const reporting = /\b(toast|showOutcome|invalidateQueries|setQueryData|removeQueries|lastOrg\.set)\(/

/** From an opening bracket to where it is closed. */
const bracketed = (source: string, start: number): string => {
  let depth = 0
  for (let at = start; at < source.length; at += 1) {
    if ('({['.includes(source[at] ?? '')) depth += 1
    if (')}]'.includes(source[at] ?? '')) depth -= 1
    if (depth === 0) return source.slice(start, at + 1)
  }
  return source.slice(start)
}

/** The text of `const name = …`, up to the next statement of the same indentation; empty where it is declared elsewhere. */
const declarationOf = (source: string, name: string): string => {
  const found = new RegExp(`^( *)const ${name}\\b[^\\n]*(?:\\n\\1[ })\\]][^\\n]*)*`, 'm').exec(source)
  return found?.[0] ?? ''
}

const callbacksIn = (source: string): string[] =>
  Array.from(source.matchAll(/\bmutate\(/g), ({ index, 0: name }) => {
    const call = bracketed(source, index + name.length - 1)
    const named = Array.from(call.matchAll(/(?:\bonSuccess(?:: |\b)|, )(\w+)(?= *[,)}])/g), ([, one = '']) => one)
    const shorthand = /\{ *onSuccess *\}/.test(call) ? ['onSuccess'] : []
    return [call, ...[...named, ...shorthand].map((one) => declarationOf(source, one))].join('\n')
  })

test('results are reported by the mutation: the callbacks of mutate() are dropped with their component', () => {
  const sources = files('packages/console/src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))
  assert.deepEqual(
    sources.filter((path) => callbacksIn(read(path)).some((callbacks) => reporting.test(callbacks))),
    [],
    'hand them to useAction() or useMutation()',
  )
})
