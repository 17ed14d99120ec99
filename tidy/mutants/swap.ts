// Loaded before the tests of a mutant: the changed source takes the place of the file's, in memory only.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { SourceChange } from './operators.ts'

const mutantJson = process.env['BUSBAR_MUTANT']
if (mutantJson !== undefined) {
  const { url: target, start, end, text } = JSON.parse(mutantJson) as SourceChange & { url: string }
  const source = readFileSync(fileURLToPath(target), 'utf8')
  const changed = source.slice(0, start) + text + source.slice(end)
  registerHooks({
    load: (url, context, next) =>
      url === target ? { format: 'module-typescript', source: changed, shortCircuit: true } : next(url, context),
  })
}
