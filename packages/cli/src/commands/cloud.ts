import { type Cloud, type SamplePlant, startCloud } from '@busbar/cloud'
import { readSettings, type Settings, settings, variableOf } from '@busbar/cloud/env'
import { consoleFolder } from '@busbar/console'
import { fileOf, SettingProblem } from '@busbar/kit/program'
import type { ServedPlant } from '@busbar/simulator'
import { type Command, type Flag, UsageError } from '../command.ts'
import { explainInUse } from '../simulate/in-use.ts'
import { secretFileFlag } from './secret-file.ts'
import { summaries } from './summaries.ts'

/** The service's own table of settings, as flags; a secret has one more, for its file. */
const settingFlags: Readonly<Record<string, Flag>> = Object.fromEntries(
  Object.entries(settings).flatMap(([name, { value, about, isSecret, isList = false }]): [string, Flag][] => [
    [name, { about, isList, ...(value !== undefined && { value }) }],
    ...(isSecret ? [[fileOf(name), secretFileFlag(name)] as [string, Flag]] : []),
  ]),
)

export const cloud: Command = {
  summary: summaries.cloud,
  about: `Every flag can be set as a variable instead: --public-url is ${variableOf('public-url')}, --db is DATABASE_URL too.
Pass secrets by file: --smtp-file, ${variableOf('smtp')}_FILE, or busbar.smtp among the credentials of systemd.`,
  flags: settingFlags,
  async run(flags, { print, ended }) {
    const chosen = settingsOf(flags)
    const service = await startService(chosen, samplePlant())
    for (const line of chosen.json ? [readyJson(service)] : readyLines(service)) print(line)
    await untilEnd(service, ended)
  },
}

/** Starts the service. If another program uses one of its ports, the error names the flag to change it. */
export const startService = async (chosen: Settings, plant: SamplePlant | null = null): Promise<Cloud> =>
  startCloud(chosen, undefined, consoleFolder, plant).catch((error: unknown) => {
    const { port } = error as { port?: number }
    const isCallBack = chosen.callback !== 'off' && chosen.callback.port === port && chosen.http.port !== port
    return explainInUse(error, isCallBack ? 'callback' : 'http')
  })

/** The settings of flags and variables, or what is wrong with them. */
export const settingsOf = (
  flags: Readonly<Record<string, unknown>>,
  variables: NodeJS.ProcessEnv = process.env,
): Settings => {
  try {
    return readSettings(flags, variables)
  } catch (error) {
    throw error instanceof SettingProblem ? new UsageError(error.message) : error
  }
}

/** The demo is on its own: variables that are meant for an installation do not reach it, and it logs only what goes wrong. */
export const demoSettings = (flags: Readonly<Record<string, unknown>>): Settings =>
  settingsOf({ ...flags, 'log-level': 'warn' }, {})

/** Waits until the program is asked to end or the service cannot go on, and closes it. */
export const untilEnd = async (service: Cloud, ended: Promise<void>): Promise<void> => {
  const failed = await Promise.race([ended, service.failed])
  await service.stop()
  if (failed instanceof Error) throw failed
}

const readyJson = ({ url, callBack, setupCode }: Cloud): string =>
  JSON.stringify({ cloud: { url, ...(callBack !== null && { callBack }), ...(setupCode !== null && { setupCode }) } })

const readyLines = ({ url, callBack, setupCode }: Cloud): string[] => [
  `Busbar is ready at ${url}; ${url}docs tells how it is used.`,
  ...(callBack === null ? [] : [`Gateways call in at ${callBack}.`]),
  ...(setupCode === null
    ? []
    : [`Nobody has an account yet. The setup code for the first owner is ${setupCode} (until the next start).`]),
  'Ctrl-C ends it.',
]

const protocols = { tcp: 'modbustcp', rtu: 'rtu-over-tcp', ascii: 'ascii-over-tcp' } as const

/** The simulated workshop, for the sample organization of a service: nothing runs before it is added. */
const samplePlant = (): SamplePlant => {
  let served: ServedPlant | null = null
  return {
    async start() {
      const { Plant, serveTcp, workshop } = await import('@busbar/simulator')
      served = await serveTcp(new Plant(workshop), { host: '127.0.0.1', port: 0 })
      return served.sites.map(({ site: { description }, host, port }) => ({
        slug: description.id,
        name: description.name,
        protocol: protocols[description.envelope],
        host,
        port,
        devices: description.devices.map(({ name, unit, sku }) => ({ name, unit, sku })),
      }))
    },
    async stop() {
      await served?.close()
      served = null
    },
  }
}
