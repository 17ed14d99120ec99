import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface LibmodbusPrograms {
  client: string
  server: string
  remove(): void
}

const compiler = process.env['CC'] ?? 'cc'
const flags = ['-O2', '-I/usr/include/modbus', '-I/opt/homebrew/include/modbus', '-L/opt/homebrew/lib']

/** Compiles both programs; null where libmodbus or a compiler is missing. */
export const buildLibmodbus = (): LibmodbusPrograms | null => {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-bench-'))
  const remove = (): void => rmSync(folder, { recursive: true })
  const compile = (name: string): string => {
    const program = join(folder, name)
    const source = fileURLToPath(new URL(`${name}.c`, import.meta.url))
    execFileSync(compiler, [...flags, '-o', program, source, '-lmodbus', '-lpthread'], { stdio: 'ignore' })
    return program
  }
  try {
    return { client: compile('client'), server: compile('server'), remove }
  } catch {
    remove()
    return null
  }
}
