#!/usr/bin/env node
import { runProcess } from './run-process.ts'

/** The gateway alone, as its package has it: `busbar-gateway button` is `busbar gateway button`. */
await runProcess(
  ['gateway', ...process.argv.slice(2)],
  async () => (await import('./commands/only-gateway.ts')).commands,
)
