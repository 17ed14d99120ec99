import { build } from './build.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('into which folder?')
await build(folder)
