// Runs test files in processes side by side, each with a share of them: tests wait for disks, sockets and browsers more than they
// compute. There are more shares than processes at a time, so that nobody is left with the long ones. What the first share says is shown
// as it comes, and what the others say when they are done.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const shares = 6
const atOnce = 3
const patterns = process.argv.slice(2)

/** Shows the output and gives the exit code. */
const run = async (share) => {
  const args = [
    '--test',
    '--test-isolation=none',
    // All has ended and been told by then; what a pipe of the system keeps open would hold up everybody.
    '--test-force-exit',
    '--import=./scripts/seeds.mjs',
    `--test-shard=${share}/${shares}`,
    ...patterns,
  ]
  const output = share === 1 ? 'inherit' : 'pipe'
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, output] })
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  const [code, signal] = await once(child, 'close')
  process.stdout.write(Buffer.concat(chunks))
  return signal === null ? code : 1
}

const waiting = Array.from({ length: shares }, (_, at) => at + 1)
const codes = []
const work = async () => {
  for (let share = waiting.shift(); share !== undefined; share = waiting.shift()) codes.push(await run(share))
}
await Promise.all(Array.from({ length: atOnce }, work))
process.exitCode = Math.max(...codes)
