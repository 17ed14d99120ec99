#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { busbar } from './busbar.ts'
import { commands } from './commands/index.ts'

const ended = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
})
const input = createInterface({ input: process.stdin })
process.exitCode = await busbar(
  commands,
  process.argv.slice(2),
  { say: (line) => console.log(line), input, ended },
  (line) => console.error(line),
)
input.close()
process.stdin.destroy()
