import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageTypesOf } from './message-types.ts'

/** Writes the types of the messages of each program that has catalogues. */
const packages = join(import.meta.dirname, '../..')
for (const path of globSync('*/messages/en.json', { cwd: packages })) {
  const [name = ''] = path.split(/[\\/]/)
  writeFileSync(join(packages, name, 'src/texts/messages.ts'), messageTypesOf(join(packages, name, 'messages')))
}
