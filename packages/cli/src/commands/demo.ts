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
    'Starts the cloud with a PostgreSQL of its own, a gateway on a simulated serial line and thirteen simulated sites, and prints how\n' +
    'to get in. The first start makes an organization with all that belongs to it and a month of history; later ones find it again. A unit of\n' +
    'every device family follows in the background, in an organization of its own, with the dashboard, alerts and picture that it begins with.\n' +
    'Lines can be typed: help lists them.',
  flags: {
    data: { value: 'DIR', about: 'where everything is kept (.data/demo)' },
    http: { value: 'HOST:PORT', about: 'where the console and the API of the cloud are (127.0.0.1:8080)' },
    'gateway-http': { value: 'HOST:PORT', about: 'where the API of the gateway is (127.0.0.1:8081)' },
    variant: { value: 'A|B', about: 'the generation of the gateway\u2019s API (B)' },
    listen: {
      value: 'HOST:PORT',
      about: 'where the first site listens for Modbus TCP; the others follow (127.0.0.1:5020)',
    },
    callback: { value: 'HOST:PORT', about: 'where gateways call in (127.0.0.1:20502)' },
    quota: { value: 'N', about: 'requests a minute for each API key; 0 is no limit (600)' },
    days: { value: 'N', about: 'days of history that the first start makes, 1 to 365 (30)' },
    'no-library': { about: 'leave the organization with a unit of every device family out' },
    json: { about: 'print a line of JSON when ready' },
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
