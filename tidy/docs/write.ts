import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from '../source.ts'
import { pages } from './pages.ts'

for (const [path, text] of pages()) {
  mkdirSync(dirname(`${root}${path}`), { recursive: true })
  writeFileSync(`${root}${path}`, text)
}
