import { randomBytes } from 'node:crypto'
import type { Gateway } from '@busbar/gateway'
import { type EnvSettings, envSettings, readEnv, variableOf } from '@busbar/gateway/env'
import {
  PasswordProblem,
  pressButton,
  readStatus,
  rotateVpnKey,
  setUserPassword,
  statusLines,
} from '@busbar/gateway/local-commands'
import { SettingProblem } from '@busbar/kit/program'
import { type Command, command, type Flag, UsageError } from '../command.ts'
import { explainInUse } from '../simulate/in-use.ts'
import { summaries } from './summaries.ts'

/** The gateway's own table of options, as flags. */
const settingFlags: Readonly<Record<string, Flag>> = Object.fromEntries(
  Object.entries(envSettings).map(([name, { value, about }]) => [
    name,
    { about, ...(value !== undefined && { value }) },
  ]),
)
const dataFlag = { value: 'DIR', about: envSettings.data.about } as const

const settingsOf = (flags: Readonly<Record<string, unknown>>): EnvSettings => {
  try {
    return readEnv(flags, process.env)
  } catch (error) {
    throw error instanceof SettingProblem ? new UsageError(error.message) : error
  }
}

/** The command, with where the panel is that it serves unless told otherwise. */
export const gatewayCommand = (panelFolder: () => Promise<string | null>): Command => ({
  summary: summaries.gateway,
  about:
    `Every flag can be set as a variable instead: --callback-tls is ${variableOf('callback-tls')}. The bus and the\n` +
    'links are configured by the settings of the gateway, through its API. The first start prints the password of admin once.',
  flags: settingFlags,
  more: {
    user: command({
      summary: 'set the password of the user of level 1, also while the gateway runs',
      flags: {
        'password-stdin': { about: 'read the password from the first line of stdin instead of creating one' },
        remove: { about: 'remove the user' },
        data: dataFlag,
      },
      async run(flags, { print, input }) {
        const { data } = settingsOf({ data: flags.data })
        const password = flags.remove === true ? null : await passwordOf(flags['password-stdin'], input)
        await setUserPassword(data, password).catch((error: unknown) => {
          throw error instanceof PasswordProblem ? new UsageError(error.message) : error
        })
        if (password === null) return print('The user was removed.')
        print('The user has a new password.')
        if (flags['password-stdin'] !== true) print(`The password, shown only now: ${password}`)
      },
    }),
    status: command({
      summary:
        'tell how the gateway of this box is: identity, keys to compare with the cloud, links, ports, disk, time',
      flags: { json: { about: 'print it as one line of JSON' }, data: dataFlag },
      async run(flags, { print }) {
        const { data } = settingsOf({ data: flags.data })
        const status = await readStatus(data)
        for (const line of flags.json === true ? [JSON.stringify(status)] : statusLines(status)) print(line)
      },
    }),
    button: command({
      summary:
        'press the button of the running gateway: level 1 is accessible without a password for a while (httpd.freeAccessSec)',
      flags: { data: dataFlag },
      async run(flags, { print }) {
        const { data } = settingsOf({ data: flags.data })
        if (!(await pressButton(data))) throw new Error(`no gateway runs in ${data}`)
        print('The button was pressed.')
      },
    }),
    rotate: command({
      summary: 'rotate the key of the tunnel of the running gateway to its cloud (wgCloud)',
      flags: { data: dataFlag },
      async run(flags, { print }) {
        const { data } = settingsOf({ data: flags.data })
        if (!(await rotateVpnKey(data))) throw new Error(`no gateway runs in ${data}`)
        print('The key of the tunnel is replaced.')
      },
    }),
  },
  async run(flags, { print, ended }) {
    const chosen = settingsOf(flags)
    const { startGateway } = await import('@busbar/gateway')
    const panel = chosen.panel ?? (await panelFolder()) ?? undefined
    const running = await startGateway({ ...chosen, panel }).catch((error: unknown) => explainPort(error))
    giveBackMemory()
    for (const line of chosen.json ? [readyJson(running)] : readyLines(running)) print(line)
    const failed = await Promise.race([ended, running.failed])
    await running.stop()
    if (failed instanceof Error) throw failed
  },
})

/**
 * Returns memory of the start, which V8 would keep for long while little happens; only with `--expose-gc`, as in the
 * package.
 */
const giveBackMemory = (): void => {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** From stdin, so that it stands in no list of processes and no history; or a new one. */
const passwordOf = async (isRead: boolean | undefined, input: AsyncIterable<string>): Promise<string> => {
  if (isRead !== true) return randomBytes(9).toString('base64url')
  for await (const line of input) return line
  throw new UsageError('--password-stdin: there is no line on stdin')
}

/** A port that is not ours to take is named, with what to do. */
const explainPort = (error: unknown): Promise<never> => {
  const { code, address, port } = error as { code?: string; address?: string; port?: number }
  if (code !== 'EACCES' || port === undefined) return explainInUse(error, 'http')
  throw new UsageError(`port ${port} requires rights that this program does not have; try --http ${address}:8081`)
}

const readyJson = ({ url, https, httpsProblem, modbusTcp, firstPassword, storageProblem }: Gateway): string =>
  JSON.stringify({
    gateway: {
      url,
      ...(https !== null && { https }),
      ...(httpsProblem !== null && { httpsProblem }),
      modbusTcp,
      ...(storageProblem !== null && { notKept: storageProblem }),
      ...(firstPassword !== null && { username: 'admin', password: firstPassword }),
    },
  })

const readyLines = ({ url, https, httpsProblem, modbusTcp, firstPassword, storageProblem }: Gateway): string[] => [
  `The gateway is ready: its panel is at ${url}, and ${url}api/docs tells how its API is used.`,
  ...(https === null
    ? []
    : [`HTTPS: ${https.url}`, `Certificate fingerprint (SHA-256), to compare in the browser: ${https.fingerprint}`]),
  ...(httpsProblem === null ? [] : [`HTTPS is not available: ${httpsProblem}.`]),
  ...(modbusTcp === null ? [] : [`Modbus TCP clients come in at ${modbusTcp}.`]),
  ...(firstPassword === null ? [] : [`The password of admin, shown only now: ${firstPassword}`]),
  ...(storageProblem === null ? [] : [`Data cannot be saved: ${storageProblem}. Changes are lost at the next start.`]),
  'Ctrl-C ends it.',
]
