/** Language only, for benchmarks. */
export { compile } from './compile/compile.ts'
export { newMemory } from './running/memory.ts'
export { run } from './running/run.ts'
