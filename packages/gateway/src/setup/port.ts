import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { choose, offer, optionsPath, refuse, type SetupTools, textOf, withOption } from './tools.ts'

const rulePath = '/etc/udev/rules.d/78-busbar-gateway-port.rules'
const byId = '/dev/serial/by-id'

/** The serial port, by a name that stays; it is not taken for a modem. */
export const setUpPort = async (tools: SetupTools, device?: string): Promise<void> => {
  const port = device ?? (await askPort(tools))
  if (port === undefined) return
  if (!/^\/dev\/[0-9a-zA-Z._:/+-]+$/.test(port) || !existsSync(join(tools.root, port))) refuse(`there is no ${port}`)
  const properties = await tools.run('udevadm', 'info', '--query=property', `--name=${port}`)
  const change = {
    [optionsPath]: withOption(textOf(tools, optionsPath), 'BUSBAR_GATEWAY_PORT', port),
    [rulePath]: rule(properties),
  }
  if (!(await offer(tools, change))) return
  await tools.run('udevadm', 'control', '--reload')
  await tools.run('udevadm', 'trigger', '--action=change', `--name-match=${port}`)
  await tools.run('systemctl', 'try-restart', 'busbar-gateway.service')
  tools.print(`The gateway has its bus at ${port}.`)
}

const askPort = async (tools: SetupTools): Promise<string | undefined> => {
  const folder = join(tools.root, byId)
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  if (names.length > 0)
    return choose(
      tools,
      'The serial port',
      names.map((name) => `${byId}/${name}`),
      (path) => path,
      () => '',
    )
  tools.print('No USB adapter is plugged in. A serial port of the board has a name as /dev/ttyAMA0.')
  return (await tools.ask('The serial port (nothing to leave it): ')) || undefined
}

/** By what tells this adapter from others; a port of the board by its name. */
const rule = (properties: string): string => {
  const values = new Map(properties.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
  const matches = ['ID_SERIAL', 'ID_USB_INTERFACE_NUM'].flatMap((name) => {
    const value = values.get(name)
    return value !== undefined && /^[0-9a-zA-Z._:+-]+$/.test(value) ? [`ENV{${name}}=="${value}"`] : []
  })
  const kernel = /^\/dev\/(tty[0-9a-zA-Z]+)$/.exec(values.get('DEVNAME') ?? '')?.[1] ?? refuse('this is no serial port')
  const match = values.has('ID_SERIAL') && matches.length > 0 ? matches.join(', ') : `KERNEL=="${kernel}"`
  return `SUBSYSTEM=="tty", ${match}, ENV{ID_MM_PORT_IGNORE}="1"\n`
}
