import { createHash, randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Gateway, startGateway } from '@busbar/gateway'
import { contracts, errorFields } from '@busbar/gateway/contract'
import { readEnv } from '@busbar/gateway/env'
import { makeFolder } from '@busbar/kit/program'
import { panelFolder } from '@busbar/panel'
import { client } from '@busbar/wire'
import { expectOk } from './api.ts'
import { type DemoSecrets, saveSecrets } from './secrets.ts'

/** The line's pumps are units 3 and 4. A motor that gets too hot is slowed down, whether the cloud is there or not. */
const pumps = `TASK 1 PERIOD 10000
DEF hz1    U16 AT 3:I 1  LOG    # output frequency, hundredths
DEF temp1  S16 AT 3:I 20 LOG    # motor temperature
DEF speed1 U16 AT 3:H 0         # set-point, tenths of a percent
DEF hz2    U16 AT 4:I 1  LOG
DEF temp2  S16 AT 4:I 20 LOG
DEF speed2 U16 AT 4:H 0
DEF limit  S16 = 95
IF RISE(temp1 > limit) DO CALL slow1
IF RISE(temp2 > limit) DO CALL slow2
DO RETURN
slow1: PUT speed1 = MIN(speed1, 400)
DO RETURN
slow2: PUT speed2 = MIN(speed2, 400)
DO RETURN
`

/** Puts a task on the gateway's card, unless there is one. */
const putTask = (card: string): void => {
  const folder = join(card, 'TASKS')
  if (existsSync(folder)) return
  makeFolder(folder)
  writeFileSync(join(folder, 'PUMPS.TSK'), pumps)
}

export interface DemoGatewayOptions {
  folder: string
  secrets: DemoSecrets
  /** The serial port. */
  port: string
  http: string
  variant: string
  /** Units on the line, for the panel. */
  units: readonly { unit: number; name: string }[]
  /** Address to which gateways connect. */
  callBack: { host: string; port: number }
}

/** A gateway that calls the demo's cloud. */
export interface DemoGateway {
  url: string
  username: string
  password: string
  /** Returns the activation code; null before the gateway has one, and after its activation. */
  activationCode(): Promise<number | null>
  stop(): Promise<void>
}

const username = 'admin'
/** It may be read through, and called again soon: a demo is not left alone for long. */
const openToReading = { protect: { mbGateReadEnable: true, mbGateWriteEnable: true } }
const delayForConnSec = 1
/** Generation A has no tasks. */
const logOfTasks = { tasksLogging: { format: 2 } } as const

/** Starts the gateway, and sets it through its own API as its owner would. */
export const startDemoGateway = async (options: DemoGatewayOptions): Promise<DemoGateway> => {
  const { folder, port, http, variant } = options
  const card = join(folder, 'card')
  putTask(card)
  const data = join(folder, 'gateway')
  const panel = (await panelFolder()) ?? undefined
  const gateway = await startGateway(
    readEnv({ port, card, data, http, modbus: '127.0.0.1:0', variant, 'log-level': 'error', panel }, {}),
  )
  try {
    const password = await ownPassword(gateway, options)
    await setUp(gateway, await signIn(gateway.url, password), options)
    const api = await signIn(gateway.url, password)
    await nameUnits(api, options.units)
    return {
      url: gateway.url,
      username,
      password,
      activationCode: async () => codeOf(expectOk(await api.device.state({ keys: ['mbTcpCallback'] }))),
      stop: () => gateway.stop(),
    }
  } catch (error) {
    await gateway.stop()
    throw error
  }
}

/** Existing names are not replaced. */
const nameUnits = async (api: GatewayApi, named: DemoGatewayOptions['units']): Promise<void> => {
  const { units } = expectOk(await api.units.list({}))
  if (units.some(({ name }) => name !== null)) return
  for (const { unit: uid, name } of named) expectOk(await api.units.name({ uid, name }))
}

/** The gateway reports its password once; it is stored with the other secrets of the demo. */
const passwordOf = ({ firstPassword }: Gateway, { folder, secrets }: DemoGatewayOptions): string => {
  const password = firstPassword ?? secrets.gatewayPassword
  if (password === undefined) throw new Error(`the password of the gateway is lost: remove ${folder}`)
  if (firstPassword !== null) saveSecrets(folder, { gatewayPassword: password })
  return password
}

/** Replaces the password of the first run, as its panel requires; a demo is for looking around, not for setting up. */
const ownPassword = async (gateway: Gateway, options: DemoGatewayOptions): Promise<string> => {
  const password = passwordOf(gateway, options)
  const api = await signIn(gateway.url, password)
  if (expectOk(await api.users.list({})).isPasswordOwn) return password
  const chosen = randomBytes(5).toString('hex')
  expectOk(await api.users.setPassword({ username, password: chosen }))
  saveSecrets(options.folder, { gatewayPassword: chosen })
  return chosen
}

const signIn = async (url: string, password: string) => {
  let token = ''
  const authorization = (): string | undefined => (token === '' ? undefined : `Bearer ${token}`)
  const api = client(contracts.B, { baseUrl: url, errorFields, authorization })
  const { salt } = expectOk(await api.login.salt({}))
  const proof = createHash('sha1').update(`${username}${password}${salt}`).digest('hex')
  ;({ token } = expectOk(await api.login.login({ username, password: proof })))
  return api
}

type GatewayApi = Awaited<ReturnType<typeof signIn>>

/** The settings take effect at the next start of its services. */
const setUp = async (
  gateway: Gateway,
  api: GatewayApi,
  { callBack: { host, port }, variant }: DemoGatewayOptions,
): Promise<void> => {
  const { cbCloud } = expectOk(await api.settings.active({ keys: ['cbCloud'] }))
  const { hostname, connPort } = cbCloud as { hostname: string; connPort: number }
  if (hostname === host && connPort === port) return
  const calls = { cbCloud: { hostname: host, connPort: port, connMode: 1, delayForConnSec } } as const
  expectOk(await api.settings.set({ ...openToReading, ...calls, ...(variant === 'B' && logOfTasks) }))
  await gateway.reboot()
}

interface CallingState {
  mbTcpCallback?: { activationWithCode: string | null; activationCode: string } | undefined
}

const codeOf = ({ mbTcpCallback }: CallingState): number | null =>
  mbTcpCallback?.activationWithCode === 'set' ? Number(mbTcpCallback.activationCode) : null
