import { spawnSync } from 'node:child_process'
import { compiler, flags } from './compile.ts'
import { program } from './mbpoll.ts'

const install = 'apt-get install mbpoll libmodbus-dev'

const succeeds = (command: string, args: string[], input = ''): boolean =>
  spawnSync(command, args, { input, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0

const hasMbpoll = (): boolean => spawnSync(program, ['-h']).error === undefined
const hasLibmodbus = (): boolean => succeeds(compiler, [...flags, '-E', '-'], '#include <modbus.h>')

const installBoth = (): void => {
  const [command = '', ...rest] = install.split(' ')
  const args = ['-y', '--no-install-recommends', ...rest]
  if (!succeeds(command, args) && succeeds(command, ['update'])) succeeds(command, args)
}

// Only where that is ours to do: as root of a Debian, a container most likely.
if ((!hasMbpoll() || !hasLibmodbus()) && process.getuid?.() === 0) installBoth()

/** Why the tests that need it are skipped, or false. */
export const without = {
  mbpoll: !hasMbpoll() && `mbpoll is missing (${install})`,
  libmodbus: !hasLibmodbus() && `libmodbus or a C compiler is missing (${install} gcc)`,
}
