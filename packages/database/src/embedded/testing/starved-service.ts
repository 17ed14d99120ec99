/**
 * A service for tests that runs out of file descriptors while it watches its database. Prints the state of the server.
 */
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pidFileLines } from '../orphan.ts'
import { startEmbedded } from '../start.ts'

const [folder = ''] = process.argv.slice(2)
/** Long enough for many failed checks, after which a dead server would be given up. */
const starvedMs = 1000
const times = { checkMs: 20, answerMs: 200, stalledMs: 200, abandonedMs: 200, pauseMs: 1, pauseMsMax: 1, tries: 1 }

const starve = (): number[] => {
  const files: number[] = []
  for (;;) {
    try {
      files.push(openSync('/dev/null', 'r'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error
      return files
    }
  }
}

const server = await startEmbedded({ folder, settings: { fsync: 'off' }, times })
const pidOf = (): string | undefined => pidFileLines(`${folder}/postgres`)[0]
const before = pidOf()
const failed = server.failed.then(({ message }) => message)
const files = starve()
const problem = await Promise.race([failed, sleep(starvedMs, null)])
for (const file of files) closeSync(file)
console.log(JSON.stringify({ problem, isSameServer: before !== undefined && pidOf() === before }))
await server.stop()
