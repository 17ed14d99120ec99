import { readFileSync } from 'node:fs'

/** `sysconf(_SC_CLK_TCK)` of every Linux that Node runs on. */
const ticksPerSec = 100

export interface Usage {
  cpuSec: number
  /** Resident. */
  bytes: number
}

/** Sums the usage of processes; ended ones count as zero. */
export const usageOf = (pids: readonly number[]): Usage =>
  pids.reduce(
    (sum, pid) => {
      const one = ofProcess(pid)
      return { cpuSec: sum.cpuSec + one.cpuSec, bytes: sum.bytes + one.bytes }
    },
    { cpuSec: 0, bytes: 0 },
  )

const ofProcess = (pid: number): Usage => {
  try {
    // Behind the name, which may have spaces and brackets in it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const [resident = '0'] = /(?<=^VmRSS:\s+)\d+/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    // Its own, and of children that have ended: of a database those that served a connection.
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { cpuSec: ticks / ticksPerSec, bytes: Number(resident) * 1024 }
  } catch {
    return { cpuSec: 0, bytes: 0 }
  }
}
