import { resolve } from 'node:path'
import { Plant, type ServedSite, serveTcp, workshop } from '@busbar/simulator'
import { type Command, command } from '../command.ts'
import { prepareDemo } from '../demo/prepare.ts'
import { demoJson, demoLines } from '../demo/report.ts'
import { obeyAll } from '../simulate/console.ts'
import { explainInUse } from '../simulate/in-use.ts'
import { plantLines } from '../simulate/report.ts'
import { addressOf } from '../values.ts'
import { demoSettings, startService, untilEnd } from './cloud.ts'

export const demo: Command = command({
  summary: 'show what Busbar does, on simulated devices',
  about:
    'Starts the service with a PostgreSQL of its own and a simulated workshop, and prints how to get in. The first start makes an\n' +
    'organization, its owner, an API key and the devices; later ones find them again. Lines can be typed: help lists them.',
  flags: {
    data: { value: 'DIR', about: 'where everything is kept (.data/demo)' },
    http: { value: 'HOST:PORT', about: 'where the service listens (127.0.0.1:8080)' },
    listen: { value: 'HOST:PORT', about: 'where the workshop listens for Modbus TCP (127.0.0.1:5020)' },
    'gateway-http': { value: 'HOST:PORT', about: 'of the gateway, once the demo has one; only checked today' },
    callback: { value: 'HOST:PORT', about: 'where gateways call in (127.0.0.1:20502)' },
    quota: { value: 'N', about: 'requests a minute for each API key; 0 is no limit (600)' },
    json: { about: 'print one line of JSON when ready' },
  },
  async run({ data = '.data/demo', http, listen = '127.0.0.1:5020', callback, quota, json, ...later }, surroundings) {
    const { say, ended } = surroundings
    addressOf('gateway-http', later['gateway-http'] ?? '127.0.0.1:0')
    // The workshop is on this machine.
    const settings = demoSettings({ data, http, callback, quota, 'raw-allow': '127.0.0.0/8,::1' })
    const plant = new Plant(workshop)
    const served = await serveTcp(plant, addressOf('listen', listen)).catch(explainInUse)
    try {
      const cloud = await startService(settings)
      try {
        const made = await prepareDemo(cloud, data, served.sites[0] as ServedSite)
        if (json === true) say(demoJson(cloud, made))
        else for (const line of [...demoLines(cloud, made, resolve(data)), ...lastLines(plantLines(served))]) say(line)
        void obeyAll(plant, surroundings.input, say)
      } catch (error) {
        await cloud.stop()
        throw error
      }
      await untilEnd(cloud, ended)
    } finally {
      await served.close()
    }
  },
})

const lastLines = (plant: readonly string[]): string[] => [
  'The workshop, for any Modbus master:',
  ...plant,
  '',
  'Break something: type  fault workshop/3 slow ms=500   (help lists more). Ctrl-C ends it; the data stay.',
]
