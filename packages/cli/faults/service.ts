import { contract, errorFields } from '@busbar/cloud/contract'
import { consoleFolder } from '@busbar/console'
import { type Client, client } from '@busbar/wire'
import { type Api, apiOf } from '../src/demo/api.ts'
import { demoOrg, signInOwner } from '../src/demo/owner.ts'
import { type DemoSecrets, demoSecrets } from '../src/demo/secrets.ts'
import { start } from '../src/testing/program.ts'

/** On this machine alone, and without the limits that are meant for people. */
const usual = { http: '127.0.0.1:0', callback: 'off', 'raw-allow': '127.0.0.0/8:1-65535', quota: '0' }

export type Flags = Readonly<Record<string, string>>

export interface Service {
  program: ReturnType<typeof start>
  url: string
  setupCode: string | null
  /** HOST:PORT to which gateways connect. */
  callBack: string
}

interface ReadyLine {
  cloud: { url: string; setupCode?: string; callBack?: string }
}

/** The program as people run it; resolves when it is ready. */
export const startService = async (flags: Flags): Promise<Service> => {
  // A service that builds it keeps the memory which that takes, and would be measured with it.
  await consoleFolder()
  const words = Object.entries({ ...usual, ...flags }).flatMap(([flag, value]) => [`--${flag}`, value])
  const program = start('cloud', ...words, '--json')
  const line = await program.line()
  if (line === 'undefined') throw new Error(`the service did not start: ${await program.errors}`)
  const { cloud } = JSON.parse(line) as ReadyLine
  return { program, url: cloud.url, setupCode: cloud.setupCode ?? null, callBack: cloud.callBack ?? '' }
}

/** Ends the service and returns its output. */
export const endService = async ({ program }: Service, signal: 'SIGTERM' | 'SIGKILL'): Promise<string> => {
  program.program.kill(signal)
  await program.exit
  return program.errors
}

/** The owner and the organization of a service that was never used; secrets are kept in the folder. */
export const firstOrg = async (
  service: Pick<Service, 'url' | 'setupCode'>,
  folder: string,
): Promise<{ api: Api; token: string; orgId: number; secrets: DemoSecrets }> => {
  const secrets = demoSecrets(folder)
  const { api, signIn } = apiOf(service)
  const token = await signInOwner(api, service, secrets)
  signIn(token)
  return { api, token, orgId: await demoOrg(api, secrets, folder), secrets }
}

/** Its API, with the token of the moment. */
export const userOf = ({ url }: Pick<Service, 'url'>, token: () => string): Client<typeof contract> =>
  client(contract, { baseUrl: url, errorFields, authorization: () => token() && `token ${token()}` })

/** Returns the metrics of /metrics, by name and labels. */
export const metricsOf = async ({ url }: Pick<Service, 'url'>): Promise<ReadonlyMap<string, number>> => {
  const text = await (await fetch(new URL('/metrics', url))).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}
