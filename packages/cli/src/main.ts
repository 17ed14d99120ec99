#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Most of a start is compiling the source, so the outcome is kept: beside the packages, since in a common /tmp others could leave
// theirs. Where nothing can be written there, the start takes as long as it takes.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/busbar', import.meta.url)))

const { runProcess } = await import('./run-process.ts')
const words = process.argv.slice(2)
await runProcess(words, async () => (await import('./commands/load.ts')).loadCommands(words))
