import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { freePort } from '@busbar/kit/testing'
import { dial } from '@busbar/modbus/net'
import type { ModemFacts } from '../../box/modem/facts.ts'
import { bearerFacts } from '../../box/modem/testing/modem-facts.ts'
import { TestModemPort } from '../../box/modem/testing/modem-port.ts'
import { testFolder } from '../../testing/folder.ts'
import { startProgram, type TestProgram } from '../../testing/program.ts'

const phone = '+48601000001'
const providers = `<provider primary="true"><gsm><network-id mcc="260" mnc="06"/>
<balance-check><ussd>*101#</ussd></balance-check><apn value="listed"><usage type="internet"/></apn></gsm></provider>`

const begin = async (
  t: TestContext,
  facts: Partial<ModemFacts> = {},
  options: Parameters<typeof startProgram>[2] = {},
) => {
  const port = new TestModemPort(facts)
  const providersFile = join(testFolder(t), 'providers.xml')
  writeFileSync(providersFile, providers)
  const program = await startProgram(t, { modemPort: port, providersFile }, options)
  /** Requests to the modem after these settings are applied. */
  const requestsAfter = async (settings: object): Promise<readonly string[]> => {
    port.requests.length = 0
    await program.set(settings)
    await settle()
    return port.requests
  }
  return { port, program, requestsAfter }
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 30; i++) await setImmediate()
}

/** The line takes its time. */
const pass = async (program: TestProgram): Promise<void> => {
  for (let i = 0; i < 60; i++) {
    program.clock.advance(10)
    await setImmediate()
  }
}

/** Replies to a message. */
const answerTo = async (port: TestModemPort, text: string, from = phone): Promise<readonly string[]> => {
  port.requests.length = 0
  port.inbox.push({ path: '/sms/1', from, text, sentAt: null })
  port.change({})
  await settle()
  return port.requests.filter((one) => one.startsWith('send'))
}

const stateOf = async (program: TestProgram, group: string): Promise<Record<string, unknown>> =>
  ((await program.admin().get(`state/get/?${group}`)) as Record<string, Record<string, unknown>>)[group] ?? {}

test('gsm.enable: the modem is switched on and off', async (t) => {
  const { port, program, requestsAfter } = await begin(t)
  assert.ok((await requestsAfter({ gsm: { enable: false } })).includes('enable false'))
  assert.equal((await stateOf(program, 'gsm')).isEnabled, false)
  assert.ok((await requestsAfter({ gsm: { enable: true } })).includes('enable true'))
  assert.deepEqual((await stateOf(program, 'gsm')).imei, port.facts?.imei)
})

test('gsm.pinCode is sent to the SIM, once', async (t) => {
  const { requestsAfter } = await begin(t, { lock: 'pin', isEnabled: false })
  assert.deepEqual(await requestsAfter({ gsm: { pinCode: 1111 } }), ['pin 1111'])
  assert.deepEqual(await requestsAfter({ gsm: { apnHost: 'x' } }), [])
  assert.deepEqual(await requestsAfter({ gsm: { pinCode: 1234 } }), ['pin 1234'])
})

test('gsm.apnAutodetectEnable, gsm.apnHost, gsm.apnLogin and gsm.apnPassword: where it is connected', async (t) => {
  const { port, requestsAfter } = await begin(t)
  port.apns = []
  const connects = async (gsm: object): Promise<readonly string[]> =>
    (await requestsAfter({ ntp: { connMode: 4 }, gsm })).filter((one) => one.startsWith('connect'))
  assert.deepEqual(await connects({ apnAutodetectEnable: true }), ['connect listed'])
  const own = { apnHost: 'own', apnLogin: 'me', apnPassword: 'secret' }
  assert.deepEqual(await connects(own), ['connect listed', 'connect own me:secret'])
  assert.deepEqual(await connects({ apnAutodetectEnable: false }), ['connect own me:secret'])
})

test('gsm.tcpInRoamingEnable: data abroad', async (t) => {
  const { requestsAfter } = await begin(t, { registration: 'roaming' })
  const connects = async (settings: object): Promise<number> =>
    (await requestsAfter(settings)).filter((one) => one.startsWith('connect')).length
  assert.equal(await connects({ ntp: { connMode: 4 } }), 0)
  assert.equal(await connects({ gsm: { tcpInRoamingEnable: true } }), 1)
})

test('gsm.smsInRoamingEnable: messages abroad', async (t) => {
  const { port, program } = await begin(t, { registration: 'roaming' })
  const protect = { smsReadEnable: true, passwordSmsRead: 'rrr' }
  await program.set({ gsm: { phones: [phone, '', '', ''] }, protect })
  assert.deepEqual(await answerTo(port, 'S rrr'), [])
  await program.set({ gsm: { smsInRoamingEnable: true } })
  assert.equal((await answerTo(port, 'S rrr')).length, 1)
})

test('gsm.balanceUssdReq: how the balance is asked for', async (t) => {
  const { requestsAfter } = await begin(t)
  assert.ok((await requestsAfter({ gsm: { balanceUssdReq: '*123#' } })).includes('ussd *123#'))
  assert.ok((await requestsAfter({ gsm: { balanceUssdReq: '' } })).includes('ussd *101#'))
})

test('gsm.phones, protect.smsReadEnable and protect.passwordSmsRead: who may read by SMS', async (t) => {
  const { port, program } = await begin(t)
  await program.set({ gsm: { phones: [phone, '', '', ''] }, protect: { smsReadEnable: true, passwordSmsRead: 'rrr' } })
  program.answerWith('010302002a399b')
  await answerTo(port, 'R rrr 1:H0')
  await pass(program)
  assert.deepEqual(
    port.requests.filter((one) => one.startsWith('send')),
    [`send ${phone} 1:H0=42`],
  )
  assert.deepEqual(await answerTo(port, 'S nope'), [])
  assert.deepEqual(await answerTo(port, 'S rrr', '+48601000002'), [])
  await program.set({ protect: { smsReadEnable: false } })
  assert.deepEqual(await answerTo(port, 'S rrr'), [])
})

test('protect.smsWriteEnable and protect.passwordSmsWrite: who may write by SMS', async (t) => {
  const { port, program } = await begin(t)
  const phones = [phone, '', '', '']
  const written = async (text: string): Promise<number> => {
    const before = program.wire.length
    await answerTo(port, text)
    await pass(program)
    return program.wire.slice(before).filter(({ text: frame }) => frame.startsWith('0106')).length
  }
  await program.set({ gsm: { phones }, protect: { smsWriteEnable: true, passwordSmsWrite: 'www' } })
  assert.equal(await written('W nope 1:H0=1'), 0)
  assert.equal(await written('W www 1:H0=1'), 1)
  await program.set({ protect: { smsWriteEnable: false } })
  assert.equal(await written('W www 1:H0=1'), 0)
})

test('ownSrv.atmListenPort and ownSrv.atmClientsProtocol: Modbus TCP at the address of the modem, and nothing else there', async (t) => {
  // The interface that every machine has stands for the mobile one, and HTTP listens at another address of it.
  const { port, program } = await begin(t, {}, { http: '127.0.0.2:0' })
  const atmListenPort = await freePort()
  const protect = { mbGateReadEnable: true }
  await program.set({ ownSrv: { atmListenPort, atmClientsProtocol: 1, vUid: 255 }, protect })
  assert.equal((await stateOf(program, 'mbTcpServer')).listenPortGsm, 0)
  port.change({ bearer: bearerFacts({ interface: 'lo', address: '127.0.0.1' }) })
  await settle()
  assert.equal((await stateOf(program, 'mbTcpServer')).listenPortGsm, atmListenPort)
  const client = await dial({ host: '127.0.0.1', port: atmListenPort, envelope: 'rtu' })
  t.after(() => client.close())
  const answer = await program.until(client.transact(255, Uint8Array.of(17), { timeoutMs: 2000 }))
  assert.ok('ok' in answer)
  const { clients } = await stateOf(program, 'mbTcpServer')
  assert.equal((clients as { interface: string }[])[0]?.interface, 'gsm')
  const other = connect({ host: '127.0.0.1', port: program.modbusPort })
  other.on('error', () => {})
  await once(other.resume(), 'close')
  assert.equal(((await stateOf(program, 'mbTcpServer')).clients as unknown[]).length, 1)
  port.change({ bearer: null })
  await settle()
  assert.equal((await stateOf(program, 'mbTcpServer')).listenPortGsm, 0)
})

for (const isOpen of [false, true]) {
  test(`--http-on-gsm ${isOpen ? 'opens' : 'is needed for'} HTTP at the address of the modem`, async (t) => {
    const { port, program } = await begin(t, {}, { 'http-on-gsm': isOpen ? 'true' : 'false' })
    port.change({ bearer: bearerFacts({ interface: 'lo', address: '127.0.0.1' }) })
    await settle()
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(program.url).port) })
    socket.on('error', () => {})
    socket.write('GET /api/version/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    await once(socket.resume(), 'close')
    assert.equal(socket.bytesRead > 0, isOpen)
  })
}
