import type { TestContext } from 'node:test'
import { createLog } from '@busbar/kit/log'
import { openPty, type Pty } from '@busbar/serial'
import { startGateway } from '../src/start/app.ts'
import { readEnv } from '../src/start/env.ts'
import { enter } from '../src/testing/api-client.ts'
import { testFolder } from '../src/testing/folder.ts'

/** A pseudo-terminal until the test ends. */
export const openEnd = async (t: TestContext): Promise<Pty> => {
  const pty = await openPty()
  t.after(() => pty.close())
  return pty
}

/** Two ends of one line: a gateway opens one path, another program the other. */
export const openLine = async (t: TestContext): Promise<{ ours: string; theirs: string }> => {
  const [one, two] = [await openEnd(t), await openEnd(t)]
  one.on('data', (bytes: Uint8Array) => two.write(bytes))
  two.on('data', (bytes: Uint8Array) => one.write(bytes))
  return { ours: one.path, theirs: two.path }
}

/** A gateway on this port, without passwords; gives the port of its Modbus TCP. */
export const openGateway = async (t: TestContext, port: string, settings: object): Promise<number> => {
  const listen = { http: '127.0.0.1:0', modbus: '127.0.0.1:0' }
  const gateway = await startGateway(readEnv({ ...listen, data: testFolder(t), port }, {}), createLog('silent'))
  t.after(() => gateway.stop())
  const admin = await enter(gateway.url, 'admin', gateway.firstPassword ?? '')
  const protect = { mbGateReadEnable: true, mbGateWriteEnable: true }
  await admin.post('settings/saved/set/', { protect, ...settings })
  await gateway.reboot()
  return Number(gateway.modbusTcp?.split(':')[1])
}
