// Runs test files in two processes side by side, each with its share of them: tests wait for disks, sockets and browsers more than
// they compute. What the first says is shown as it comes, the second's when it is done.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const shards = 2
const patterns = process.argv.slice(2)

/** Gives the exit code, and shows the output now or when it is complete. */
const run = async (shard) => {
  const args = ['--test', '--test-isolation=none', `--test-shard=${shard}/${shards}`, ...patterns]
  const isFirst = shard === 1
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', isFirst ? 'inherit' : 'pipe', isFirst ? 'inherit' : 'pipe'],
  })
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  const [code, signal] = await once(child, 'close')
  return { code: signal === null ? code : 1, output: Buffer.concat(chunks) }
}

const results = await Promise.all(Array.from({ length: shards }, (_, at) => run(at + 1)))
for (const { output } of results) process.stdout.write(output)
process.exitCode = Math.max(...results.map(({ code }) => code))
