#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

// Most of a start is compiling the source, so the outcome is kept: beside the packages, since in a common /tmp others could leave
// theirs. Where nothing can be written there, the start takes as long as it takes.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/busbar', import.meta.url)))

const ended = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})
const { busbar } = await import('./busbar.ts')
const { commands } = await import('./commands/index.ts')
const input = createInterface({ input: process.stdin })
process.exitCode = await busbar(
  commands,
  process.argv.slice(2),
  { say: (line) => console.log(line), input, ended },
  (line) => console.error(line),
)
input.close()
process.stdin.destroy()
