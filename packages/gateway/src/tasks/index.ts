/** The language alone, for who measures it. */
export { compile } from './language/compile.ts'
export { newMemory } from './running/memory.ts'
export { run } from './running/run.ts'
