import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Why it cannot be tried here; nothing where it can. */
const missing = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'it needs root'
  return ['/usr/bin/unshare', '/usr/sbin/ip', '/usr/bin/dbus-daemon', '/usr/sbin/ModemManager']
    .filter((path) => !existsSync(path))
    .map((path) => `there is no ${path}`)[0]
}

/** A network of its own, in which the socket of the modem is too: nothing of it reaches the machine. */
const runInside = async (name: string): Promise<void> => {
  const file = fileURLToPath(new URL(`inside/${name}`, import.meta.url))
  const inside = ['--net', '--mount', process.execPath, '--test', '--test-isolation=none', file]
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  await promisify(execFile)('unshare', inside, {
    env: { ...env, BUSBAR_INSIDE: '1' },
    timeout: 170_000,
    killSignal: 'SIGKILL',
  }).catch((error: { readonly stdout?: string }) => {
    throw new Error(error.stdout ?? 'it did not start')
  })
}

for (const [what, name] of [
  ['a real ModemManager, on a modem that is simulated', 'modem-manager.test.ts'],
  ['two ways out of a box', 'modem-address.test.ts'],
] as const)
  test(what, { skip: missing() ?? false, timeout: 180_000 }, () => runInside(name))
