import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { compile } from './compile.ts'

const inFolder = async <T>(use: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-oracle-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a libmodbus server for as long as `use` takes. */
export const withLibmodbusServer = (use: (port: number) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    const server = spawn(compile('libmodbus-server', folder), { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(server, 'exit')
    try {
      const [port] = await once(createInterface(server.stdout), 'line')
      await use(Number(port))
    } finally {
      server.stdin.end()
      await ended
    }
  })

/** Returns the answers that our libmodbus client received, by line. */
export const libmodbusAsks = (port: number, unit: number): Promise<string[]> =>
  inFolder(async (folder) => {
    const { stdout } = await promisify(execFile)(compile('libmodbus-client', folder), [`${port}`, `${unit}`])
    return stdout.trimEnd().split('\n')
  })
