import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const compiler = process.env['CC'] ?? 'cc'
export const flags = ['-I/usr/include/modbus', '-I/opt/homebrew/include/modbus', '-L/opt/homebrew/lib']

/** Compiles `<name>.c` of this folder into another; gives the program's path. */
export const compile = (name: string, into: string): string => {
  const program = join(into, name)
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url))
  execFileSync(compiler, [...flags, '-Wall', '-Werror', '-o', program, source, '-lmodbus', '-lpthread'])
  return program
}
