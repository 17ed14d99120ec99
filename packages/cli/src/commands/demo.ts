import { resolve } from 'node:path'
import { type Command, command } from '../command.ts'
import { demoJson, demoLines } from '../demo/report.ts'
import { runDemo } from '../demo/run.ts'
import { runConsole } from '../simulate/console.ts'
import { addressOf, integerOf } from '../values.ts'
import { demoSettings, startService, untilEnd } from './cloud.ts'
import { summaries } from './summaries.ts'

export const demo: Command = command({
  summary: summaries.demo,
  about:
    'Starts the cloud with an embedded PostgreSQL, a gateway on a simulated serial line and thirteen simulated sites, and prints the\n' +
    'addresses and accounts. The first start creates an organization with a month of history; later starts continue it. A unit of every\n' +
    'device family follows in the background, in a separate organization, with its initial dashboard, alerts and diagram.\n' +
    'While it runs, it accepts commands: help lists them.',
  flags: {
    data: { value: 'DIR', about: 'the data folder (.data/demo)' },
    http: { value: 'HOST:PORT', about: 'address of the console and the API of the cloud (127.0.0.1:8080)' },
    'gateway-http': { value: 'HOST:PORT', about: 'address of the API of the gateway (127.0.0.1:8081)' },
    variant: { value: 'A|B', about: 'generation of the API of the gateway (B)' },
    listen: {
      value: 'HOST:PORT',
      about: 'address of the first site for Modbus TCP; the others follow (127.0.0.1:5020)',
    },
    callback: { value: 'HOST:PORT', about: 'address to which gateways connect (127.0.0.1:20502)' },
    quota: { value: 'N', about: 'requests per minute for each API key; 0 means no limit (600)' },
    days: { value: 'N', about: 'days of history that the first start creates, 1 to 365 (30)' },
    'no-library': { about: 'do not create the organization with a unit of every device family' },
    json: { about: 'print one line of JSON when ready' },
  },
  async run(flags, { print, ended, input }) {
    const { data = '.data/demo', http, callback, quota, json } = flags
    const gatewayHttp = flags['gateway-http'] ?? '127.0.0.1:8081'
    addressOf('gateway-http', gatewayHttp)
    const running = await runDemo({
      folder: data,
      listen: addressOf('listen', flags.listen ?? '127.0.0.1:5020'),
      gatewayHttp,
      variant: flags.variant ?? 'B',
      days: integerOf('days', flags.days ?? '30', 1, 365),
      hasLibrary: flags['no-library'] !== true,
      startCloud: (rawAllow) => startService(demoSettings({ data, http, callback, quota, 'raw-allow': rawAllow })),
      announce: json === true ? () => {} : (what) => print(`Starting: ${what}`),
    })
    const { cloud, librarySites } = running
    try {
      for (const line of json === true ? [demoJson(running)] : demoLines(running, resolve(data))) print(line)
      void runConsole(running.plant, input, print)
      if (librarySites.length > 0) {
        const { startLibrary } = await import('../demo/library/start.ts')
        const library = startLibrary({
          cloud,
          folder: data,
          sites: librarySites,
          announce: json === true ? () => {} : print,
        })
        void ended.then(() => library.stop())
      }
      await untilEnd(cloud, ended)
    } finally {
      await running.stop()
    }
  },
})
