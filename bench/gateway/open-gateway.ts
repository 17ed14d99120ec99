import { createHash } from 'node:crypto'
import { type Gateway, startGateway } from '@busbar/gateway'
import { readEnv } from '@busbar/gateway/env'
import { tempFolder } from '../kit/temp-folder.ts'

type GatewayParts = NonNullable<Parameters<typeof startGateway>[2]>

/** A new gateway whose gate is open, with its line at this speed, and with a panel where one is given. */
export const startOpenGateway = async (
  serialPort: string,
  baudRate: number,
  parts: GatewayParts = {},
  panel?: string,
): Promise<Gateway> => {
  const folder = tempFolder()
  process.once('exit', () => folder.remove())
  const anywhere = '127.0.0.1:0'
  const flags = { data: folder.path, http: anywhere, modbus: anywhere, port: serialPort, 'log-level': 'error', panel }
  const gateway = await startGateway(readEnv(flags, {}), undefined, parts)
  await set(gateway, { protect: { mbGateReadEnable: true }, serial: { baudRate } })
  await gateway.reboot()
  return gateway
}

/** The port of its Modbus TCP. */
export const modbusPortOf = ({ modbusTcp }: Gateway): number => Number(modbusTcp?.split(':')[1])

/** The same; gives the port of its Modbus TCP. */
export const openGateway = async (serialPort: string, baudRate: number, parts: GatewayParts = {}): Promise<number> =>
  modbusPortOf(await startOpenGateway(serialPort, baudRate, parts))

const set = async ({ url, firstPassword }: Gateway, settings: object): Promise<void> => {
  const { salt } = (await (await fetch(`${url}api/login/salt/`)).json()) as { salt: string }
  const password = createHash('sha1').update(`admin${firstPassword}${salt}`).digest('hex')
  const post = async (path: string, body: object, authorization = ''): Promise<unknown> => {
    const response = await fetch(`${url}api/${path}/`, {
      method: 'POST',
      headers: { authorization, connection: 'close' },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) throw new Error(await response.text())
    return response.json()
  }
  const { token } = (await post('login', { username: 'admin', password })) as { token: string }
  await post('settings/saved/set', settings, `Bearer ${token}`)
}
